import type { JobProgress } from '#contracts/job.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { MarkdownService } from './markdown/markdown-service.ts';
import type { UnsavedArticle } from './publisher/pages/article-preview.ts';

/** Interface of the publisher for the rest of the API. */
export interface Publisher {
  /** Wakes the publisher after a transaction has enqueued work; returns at once. */
  wake(job?: number): void;
  /** Reports the progress of jobs of this process; returns a function to unsubscribe. */
  subscribe(listener: (progress: JobProgress) => void): () => void;
  /** Returns the absolute folder of the live release, or null before the first release. */
  liveFolder(): string | null;
  /**
   * Renders the page of an unsaved article with the live release's code.
   * @returns the document as UTF-8, or null before the first release
   */
  renderPreview(unsaved: UnsavedArticle): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

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
