import '../start/private-files.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/client.ts';
import { enqueueJob } from '../db/hot/jobs.ts';
import { findRelease } from '../db/hot/releases.ts';
import { currentSchemaVersion, migrate } from '../db/migrate.ts';
import { cancelQueuedJobs, findJob } from '../db/repositories/jobs.ts';
import { writeSetting } from '../db/repositories/settings.ts';
import { buildFolderOf, releaseFolders } from '../publisher/release-folders.ts';
import { openDataFolder } from '../start/data-folder.mjs';
import { HELD_RELEASE, startPublisher } from '../workers/start-publisher.ts';

const LOOK_EVERY_MS = 100;

/** A reason not to roll back, in a sentence. */
class CannotRollBack extends Error {}

/**
 * `make rollback`: renders the code of the previous release with the present database and puts it in
 * place of the live one. Works beside a running server, whose publisher then does it.
 */
async function run(): Promise<string> {
  const config = { ...readConfig(), logLevel: 'error' };
  const databaseFile = path.join(config.dataFolder, 'site.db');
  if (!existsSync(databaseFile)) throw new CannotRollBack('There is no site here yet.');
  openDataFolder(config);
  const database = openDatabase(databaseFile);
  migrate(database);
  const live = findRelease(database, 'live');
  const previous = findRelease(database, 'previous');
  if (!live || !previous) throw new CannotRollBack('There is no previous release.');
  if (previous.schemaVersion !== currentSchemaVersion()) {
    throw new CannotRollBack(
      `The previous release was made for schema version ${previous.schemaVersion}, the database has ` +
        `${currentSchemaVersion()}. Its pages could be wrong; restore a backup instead.`,
    );
  }
  const buildFolder = buildFolderOf(releaseFolders(config.dataFolder), previous.id);
  const now = systemClock();
  const job = await database.write((query) => {
    cancelQueuedJobs(database, 'release', now);
    writeSetting(query, HELD_RELEASE, live.buildId, now);
    const payload = { buildFolder, reason: 'rollback' };
    return enqueueJob(database, { kind: 'release', payload, now });
  });
  // With a server running, its publisher holds the lease and takes the job; else this one does.
  const log = pino({ level: 'error' });
  const publisher = await startPublisher(config, database, databaseFile, log, job);
  try {
    for (;;) {
      const { state, error } = findJob(database, job) ?? { state: 'failed', error: 'it is gone' };
      if (state === 'done') return `Release ${previous.buildId} is live again.`;
      if (state === 'cancelled') {
        throw new CannotRollBack('A start of the server asked for another release meanwhile.');
      }
      if (state === 'failed') throw new CannotRollBack(`It was not changed: ${error}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    await publisher.close();
    database.close();
  }
}

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  const known = error instanceof CannotRollBack;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
