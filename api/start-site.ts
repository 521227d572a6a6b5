import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { type AppContext, systemClock } from './context.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import type { Reporting } from './log.ts';
import { createMarkdownService, type MarkdownService } from './markdown/markdown-service.ts';
import { readLiveFolder, releaseFolders } from './publisher/release-folders.ts';
import { prepareReplication } from './services/backup/replication.ts';
import { completeRestore, placeRestoredContent } from './services/backup/swap-data.ts';
import { acceptContent } from './services/content/accept-content.ts';
import { fillContentFolder } from './services/content/content-folder.ts';
import { ensureConfiguredAdmin, ensureSetupToken } from './services/registration/register.ts';
import { seedDemo } from './services/seed/seed.ts';
import { fetchMissingImages } from './services/storage/upload-bucket.ts';
import { openDataFolder } from './start/data-folder.mjs';
import { startStep } from './start/terminal.mjs';
import type { Supervision } from './supervisor-client.ts';
import { startReplicationWorker } from './workers/replication-worker.ts';
import { requestRelease, startPublisher } from './workers/start-publisher.ts';
import { startWorkers } from './workers/start-workers.ts';

/** Site that runs in this process. */
export interface RunningSite {
  app: FastifyInstance;
  /** One-time link that creates the first admin, or null if there is an admin. */
  setupLink: string | null;
  /** Stops the server, the workers and the publisher, in this order. */
  close(): Promise<void>;
}

/**
 * Starts the publisher, the server and the workers of a site.
 * @param markdown service that is closed with the site
 * @param supervision of a server that gets its connections from a supervisor, or null
 * @throws UnsupportedDatabaseError, CorruptBuildError or ReleaseFailedError with a message for the operator
 */
export async function startSite(
  config: Config,
  reporting: Reporting,
  markdown: MarkdownService = createMarkdownService({ siteOrigin: config.siteUrl }),
  supervision: Supervision | null = null,
): Promise<RunningSite> {
  const { log } = reporting;
  openDataFolder(config);
  const preparing = startStep(log, 'preparing the database');
  await completeRestore(config.dataFolder);
  placeRestoredContent(config, path.join(config.dataFolder, `before-restore-${systemClock()}`));
  const databaseFile = path.join(config.dataFolder, 'site.db');
  await prepareReplication(config, databaseFile);
  const database = openDatabase(databaseFile);
  const migrations = migrate(database);

  const baseContext = { config, database, clock: systemClock, markdown };
  const beforePublisher = { ...baseContext, publisher: { wake: () => undefined } };
  // A candidate changes no data and publishes nothing, because the old version may return.
  const isCandidate = supervision?.isCandidate() ?? false;
  const addMissingData = async () => {
    await restoreImages(config, database, log);
    fillContentFolder(baseContext);
    for (const problem of await acceptContent(beforePublisher)) log.warn(problem);
    const { warning } = await ensureConfiguredAdmin(baseContext);
    if (warning) log.warn(warning);
    return (await seedDemo(beforePublisher)).created > 0;
  };
  const hasNewSamples = !isCandidate && (await addMissingData());
  preparing.done(hasNewSamples ? 'database and samples are ready' : 'database is ready', {
    migrations: migrations.length,
  });

  const publishing = startStep(log, 'publishing the pages');
  const firstJob = isCandidate ? null : await requestRelease(config, database, log);
  const publisher = await startPublisher(config, database, databaseFile, log, {
    firstJob,
    isHeld: isCandidate,
  });
  const context: AppContext = { ...baseContext, publisher, isSupervised: supervision !== null };
  const app = await buildApp(context, reporting);
  // Without a release, the server listens at once and responds that the site is starting.
  const isFirstRelease = readLiveFolder(releaseFolders(config.dataFolder)) === null;
  const listen = () =>
    supervision ? supervision.listen(app) : app.listen({ port: config.port, host: config.host });
  if (isFirstRelease) await listen();
  await publisher.ready;
  if (!isFirstRelease) await listen();
  await supervision?.admitted;
  if (isCandidate) {
    await addMissingData();
    await requestRelease(config, database, log);
    publisher.admit();
  }
  const stopWorkers = startWorkers(context, log, reporting.errors);
  const stopReplication = startReplicationWorker(context, log);
  publishing.done('pages are live');
  return {
    app,
    setupLink: await ensureSetupToken(context),
    async close() {
      const workersStopped = stopWorkers();
      await app.close();
      await workersStopped;
      await publisher.close();
      await markdown.close();
      await stopReplication(() => database.close());
    },
  };
}

/** Downloads missing images. The site starts without them if the store fails, and the next start tries again. */
async function restoreImages(
  config: Config,
  database: Database,
  log: Reporting['log'],
): Promise<void> {
  const { count, failure } = await fetchMissingImages(config, database);
  if (failure !== null) {
    log.error({ err: failure }, 'images missing');
  } else if (count > 0) log.info({ count }, 'images were downloaded from the store');
}
