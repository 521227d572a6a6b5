import '../start/private-files.mjs';
import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { systemClock } from '../context.ts';
import { cancelQueuedJobs, enqueueJob } from '../db/hot/jobs.ts';
import { findRelease } from '../db/hot/releases.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { findJob } from '../db/repositories/jobs.ts';
import { upsertSetting } from '../db/repositories/site.ts';
import { CorruptBuildError, codeKeyOf } from '../publisher/build-manifest.ts';
import { buildFolderOf, releaseFolders } from '../publisher/release-folders.ts';
import { openDataFolder } from '../start/data-folder.mjs';
import { HELD_RELEASE, releaseSettingsOf, startPublisher } from '../workers/start-publisher.ts';
import { CommandError, openSite, runCommand } from './run-command.ts';

const POLL_INTERVAL_MS = 100;

/**
 * `make rollback` renders the code of the previous release with the current database and makes the result the
 * live release. If a server runs, its publisher does this.
 */
await runCommand(async () => {
  const config = { ...readConfig(), logLevel: 'error' };
  using database = openSite(config);
  openDataFolder(config);
  const live = findRelease(database, 'live');
  const previous = findRelease(database, 'previous');
  if (!live || !previous) throw new CommandError('There is no previous release.');
  if (previous.schemaVersion !== currentSchemaVersion()) {
    throw new CommandError(
      `The previous release was made for schema version ${previous.schemaVersion}, the database has ` +
        `${currentSchemaVersion()}. Its pages could be wrong; restore a backup instead.`,
    );
  }
  const folders = releaseFolders(config.dataFolder);
  const buildFolder = buildFolderOf(folders, previous.id);
  const rejected = findCodeKey(buildFolderOf(folders, live.id), config) ?? live.buildId;
  const now = systemClock();
  const job = await database.write((query) => {
    cancelQueuedJobs(database, 'release', now);
    upsertSetting(query, HELD_RELEASE, rejected, now);
    const payload = { buildFolder, reason: 'rollback' };
    return enqueueJob(database, { kind: 'release', payload, now });
  });
  // The publisher of a running server holds the lease and runs the job; otherwise this publisher does.
  const log = pino({ level: 'error' });
  await using _publisher = await startPublisher(config, database, database.raw.name, log, {
    firstJob: job,
  });
  for (;;) {
    const { state, error } = findJob(database, job) ?? { state: 'failed', error: 'it is gone' };
    if (state === 'done') break;
    if (state === 'cancelled') {
      throw new CommandError('A start of the server asked for another release meanwhile.');
    }
    if (state === 'failed') throw new CommandError(`It was not changed: ${error}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  process.stdout.write(`Release ${previous.buildId} is live again.\n`);
});

/** @returns null if the build is damaged, which may be the reason for a rollback */
function findCodeKey(buildFolder: string, config: Config): string | null {
  try {
    return codeKeyOf(buildFolder, releaseSettingsOf(config));
  } catch (error) {
    if (error instanceof CorruptBuildError) return null;
    throw error;
  }
}
