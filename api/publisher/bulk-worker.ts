import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../context.ts';
import { openConnection, runReadTransaction } from '../db/connection.ts';
import type { PageRow } from '../db/hot/releases.ts';
import type { ActiveProvider } from '../payment-provider.ts';
import { readBuiltContent } from './built-content.ts';
import type { Guard } from './guarded-pages.ts';
import { loadSiteRenderer, type ReleaseTarget, syncPage } from './release-target.ts';

/** Options of a rendering thread. */
export interface BulkOptions {
  databaseFile: string;
  buildFolder: string;
  origin: string;
  guards: readonly Guard[];
  payment: ActiveProvider;
  target: Pick<
    ReleaseTarget,
    'releaseId' | 'siteFolder' | 'uploadsFolder' | 'imagesFolder' | 'makeImages' | 'isPushed'
  >;
}

/** Messages to a rendering thread: the build is ready, render these pages, end. */
export type ToBulk = { load: true } | { paths: string[] } | { end: true };
/** JSON of the PageRow[] of a batch. */
export type FromBulk = { pages: string };

const port = parentPort;
if (!port) throw new Error('bulk rendering runs in worker threads');

const options = workerData as BulkOptions;
const database = openConnection(options.databaseFile, { readonly: true });
let loadedTarget: Promise<ReleaseTarget> | undefined;

async function loadTarget(): Promise<ReleaseTarget> {
  return {
    ...options.target,
    renderer: await loadSiteRenderer(options.buildFolder, options.origin),
    context: {
      database,
      origin: options.origin,
      guards: options.guards,
      payment: options.payment,
      ...readBuiltContent(options.target.siteFolder),
    },
    clock: systemClock,
    mode: 'fresh',
  };
}

let lastMessage = Promise.resolve();
port.on('message', (message: ToBulk) => {
  lastMessage = lastMessage.then(() => handleMessage(message));
});

async function handleMessage(message: ToBulk): Promise<void> {
  if ('end' in message) {
    database.close();
    port?.close();
    return;
  }
  loadedTarget ??= loadTarget();
  const target = await loadedTarget;
  if ('paths' in message) await renderBatch(target, message.paths);
}

async function renderBatch(target: ReleaseTarget, paths: string[]): Promise<void> {
  const rows: PageRow[] = [];
  // One read transaction per batch, because locking the database for each query is slower.
  // Changes that are published meanwhile are replayed later.
  await runReadTransaction(database, async () => {
    for (const pagePath of paths) {
      const outcome = await syncPage(target, pagePath);
      if (outcome.kind !== 'absent') rows.push(outcome.row);
    }
  });
  port?.postMessage({ pages: JSON.stringify(rows) } satisfies FromBulk);
}
