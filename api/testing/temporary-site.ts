import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '../config.ts';
import type { MarkdownService } from '../markdown/markdown-service.ts';
import type { ImportContext } from '../services/import/import-result.ts';
import { openMigrated } from './migrated-database.ts';
import { createTestClock, type TestClock } from './stand-ins.ts';

export interface TemporarySite {
  context: ImportContext;
  clock: TestClock;
  /** Ids of the jobs that the publisher received, undefined for a wake without a job. */
  wakes: (number | undefined)[];
  /** Temporary folder of this site, also for other files of a test. */
  folder: string;
  close(): void;
}

/** Creates a database and a data folder like those of the server, without app and publisher. */
export function openTemporarySite(markdown: MarkdownService): TemporarySite {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'test-site-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: path.join(folder, 'var'),
    SEED: 'demo',
    MAKE_PICTURES: 'false',
    CHECK_LINKS: 'false',
  });
  mkdirSync(config.dataFolder);
  const clock = createTestClock();
  const database = openMigrated(path.join(config.dataFolder, 'site.db'));
  const wakes: (number | undefined)[] = [];
  return {
    context: {
      config,
      database,
      clock: clock.now,
      markdown,
      publisher: { wake: (job?: number) => void wakes.push(job) },
    },
    clock,
    wakes,
    folder,
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
