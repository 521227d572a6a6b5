import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { openConnection } from '../db/connection.ts';
import type { PageRow } from '../db/repositories/pages.ts';
import { readBuiltPages } from './built-pages.ts';
import { bringInLine, type ReleaseTarget } from './release-target.ts';
import { loadSiteRenderer } from './site-renderer.ts';

/** What one of the threads that render a fresh release is given. */
export interface BulkOptions {
  databaseFile: string;
  buildFolder: string;
  origin: string;
  target: Pick<
    ReleaseTarget,
    'releaseId' | 'siteFolder' | 'uploadsFolder' | 'picturesFolder' | 'makePictures'
  >;
}

/** A share of pages to render, and JSON of the PageRow[] that became of them. */
export type ToBulk = { paths: string[] } | { end: true };
export type FromBulk = { pages: string };

const port = parentPort;
if (!port) throw new Error('bulk rendering runs in worker threads');

const options = workerData as BulkOptions;
const database = openConnection(options.databaseFile, { readonly: true });
const target: ReleaseTarget = {
  ...options.target,
  renderer: await loadSiteRenderer(options.buildFolder, options.origin),
  context: {
    database,
    origin: options.origin,
    builtPages: readBuiltPages(options.buildFolder),
  },
  clock: systemClock,
  mode: 'fresh',
};

port.on('message', async (message: ToBulk) => {
  if ('end' in message) {
    database.close();
    port.close();
    return;
  }
  const rows: PageRow[] = [];
  // One view of the database for a whole share, so that it is not locked and unlocked for each query.
  // What is published meanwhile is replayed in the end anyway.
  database.raw.exec('BEGIN');
  for (const pagePath of message.paths) {
    const outcome = await bringInLine(target, pagePath);
    if (outcome.kind !== 'absent') rows.push(outcome.row);
  }
  database.raw.exec('COMMIT');
  port.postMessage({ pages: JSON.stringify(rows) } satisfies FromBulk);
});
