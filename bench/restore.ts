import { copyFileSync, globSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openDatabase } from '../api/db/database.ts';
import { insertRevision } from '../api/db/repositories/revisions.ts';
import { syncToDisk } from '../api/files.ts';
import { openReplica, prepareReplication } from '../api/services/backup/replication.ts';
import { createPublicId } from '../api/services/identifiers.ts';
import type { Bench } from './harness/bench-context.ts';
import { runCommand } from './harness/build.ts';
import { logProgress, type Measure, median } from './harness/report.ts';
import { sampleMarkdown } from './harness/seed.ts';
import { waitUntil } from './harness/server.ts';

const MB = 1_000_000;
const BYTES = 1000 * MB;
const SHORT_BYTES = 100 * MB;
const ARTICLES = 1000;
/** Revisions per transaction. */
const BATCH = 200;
const COPIES = 3;
const REPLICA_LIMIT_MS = 600_000;

/** Restores a large database from a replica of Litestream and from a backup, beside a copy of the same bytes. */
export const restoring: Bench = {
  title: 'Restoring a large database',
  async measure(context) {
    const dataFolder = await context.database(ARTICLES);
    const file = path.join(dataFolder, 'site.db');
    logProgress('adding revisions');
    await growDatabase(file, context.short ? SHORT_BYTES : BYTES);
    const { size } = statSync(file);

    const copies: number[] = [];
    for (let round = 0; round < COPIES; round += 1) {
      const target = path.join(context.folder('copied'), 'site.db');
      const started = performance.now();
      copyFileSync(file, target);
      await syncToDisk(target);
      copies.push(performance.now() - started);
      rmSync(target);
    }
    const copy = median(copies);

    logProgress('replicating');
    const replicaFolder = context.folder('replica');
    const replicaUrl = pathToFileURL(replicaFolder);
    await replicate(dataFolder, replicaUrl);
    logProgress('restoring the replica');
    const fromReplica = await runCommand('restore', {
      DATA_DIR: context.folder('from-replica'),
      LITESTREAM_URL: replicaUrl.href,
      REPLICA: '1',
    });

    logProgress('making a backup');
    const backupFolder = context.folder('backup');
    const backup = await runCommand('backup', { DATA_DIR: dataFolder, TO: backupFolder });
    const archive = readdirSync(backupFolder).find((name) => name.endsWith('.tar.gz')) ?? '';
    logProgress('restoring the backup');
    const fromBackup = await runCommand('restore', {
      DATA_DIR: context.folder('from-backup'),
      FILE: path.join(backupFolder, archive),
    });

    const name = `${Math.round(size / MB)} MB`;
    const seconds = (what: string, milliseconds: number): Measure => ({
      name: `${name}: ${what}`,
      value: milliseconds / 1000,
      unit: 's',
    });
    const ratio = (what: string, milliseconds: number): Measure => ({
      name: `${name}: ${what} / copied`,
      value: milliseconds / copy,
      unit: '×',
    });
    return [
      seconds('copied', copy),
      seconds('restored from a replica', fromReplica),
      ratio('restored from a replica', fromReplica),
      seconds('backed up', backup),
      seconds('restored from a backup', fromBackup),
      ratio('restored from a backup', fromBackup),
    ];
  },
};

/** Adds revisions of articles until the database has so many bytes. */
async function growDatabase(file: string, bytes: number): Promise<void> {
  const database = openDatabase(file);
  try {
    const { raw } = database;
    // The database is not used before it is complete.
    raw.pragma('synchronous = OFF');
    const articles = raw.prepare('SELECT id FROM articles').pluck().all() as number[];
    const pragma = (name: string) => Number(raw.pragma(name, { simple: true }));
    for (let revisions = 0; pragma('page_count') * pragma('page_size') < bytes; ) {
      await database.write((query) => {
        for (const articleId of articles.slice(0, BATCH)) {
          revisions += 1;
          insertRevision(query, revisionOf(articleId, revisions));
        }
      });
      articles.push(...articles.splice(0, BATCH));
    }
    raw.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

const revisionOf = (articleId: number, number: number): Parameters<typeof insertRevision>[1] => ({
  publicId: createPublicId(),
  articleId,
  userId: null,
  kind: 'save',
  version: number,
  startedAt: number,
  savedAt: number,
  words: 1000,
  title: `Revision ${number}`,
  fields: {
    title: `Revision ${number}`,
    subtitle: '',
    description: '',
    markdown: sampleMarkdown(number),
    language: 'en',
    categories: [],
    tags: [],
    series: null,
    slug: `revision-${number}`,
    image: null,
    imageAlt: '',
    linkedin: false,
    dev: false,
    medium: false,
    linkedinContent: '',
    scheduledAt: null,
    scheduleZone: null,
  },
});

/** Makes a replica of a database that no server uses. */
async function replicate(dataFolder: string, url: URL): Promise<void> {
  const litestream = { url: url.href, credentials: null };
  await prepareReplication({ litestream }, path.join(dataFolder, 'site.db'));
  const replica = openReplica({ dataFolder, litestream });
  if (replica === null) throw new Error('no replica was opened');
  const problems: string[] = [];
  const replication = replica.startReplication((problem) => problems.push(problem));
  const pattern = path.join(fileURLToPath(url), 'generations', '*', 'snapshots', '*.lz4');
  const isMade = await waitUntil(() => globSync(pattern).length > 0, REPLICA_LIMIT_MS, 50);
  if (!isMade) throw new Error(`no replica was made: ${problems.join()}`);
  await replication.stop();
}
