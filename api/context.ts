import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
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
