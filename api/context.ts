import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { MarkdownService } from './markdown/markdown-service.ts';
import type { Publisher } from './publisher/publisher.ts';

/** What routes hand on to services: made once by the server, or by a test. */
export interface AppContext {
  config: Config;
  database: Database;
  clock: Clock;
  markdown: MarkdownService;
  publisher: Publisher;
  /** True if a supervisor hands over connections, and another server may take its place. */
  supervised?: boolean;
}
