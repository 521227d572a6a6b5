import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { MarkdownService } from './markdown/markdown-service.ts';
import type { Publisher } from './publisher/publisher.ts';

/** Dependencies that routes pass to services; created once by the server or a test. */
export interface AppContext {
  config: Config;
  database: Database;
  clock: Clock;
  markdown: MarkdownService;
  publisher: Publisher;
  /** True if a supervisor hands connections over, and another server may replace this one. */
  isSupervised?: boolean;
}

/** Returns the time in milliseconds since 1970 in UTC. Tests pass a clock that they can set. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Converts milliseconds UTC to ISO 8601; a missing time becomes null. */
export function iso(time: number): string;
export function iso(time: number | null | undefined): string | null;
export function iso(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : new Date(time).toISOString();
}
