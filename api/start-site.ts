import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { startCrossPosting } from './cross-post-loop.ts';
import { openDatabase } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import type { Reporting } from './log.ts';
import { startMail } from './mail-loop.ts';
import { createMarkdownService, type MarkdownService } from './markdown/markdown-service.ts';
import { startPayments } from './payment-loop.ts';
import { readLiveFolder, releaseFolders } from './publisher/release-folders.ts';
import { requestRelease, startPublisher } from './publisher/start-publisher.ts';
import { startSchedule } from './schedule-loop.ts';
import { ensureConfiguredAdmin } from './services/accounts/admin.ts';
import { ensureSetupToken } from './services/accounts/setup-token.ts';
import { completeRestore } from './services/backup/swap.ts';
import { seedDemo } from './services/seed/seed.ts';
import { openDataFolder } from './start/data-folder.mjs';
import { startStep } from './start/terminal.mjs';

/** The whole product in this process: it listens, publishes and works through its queues. */
export interface RunningSite {
  app: FastifyInstance;
  /** One-time link that creates the first admin, or null if there is an admin. */
  setupLink: string | null;
  /** Ends in order and keeps the data folder. */
  close(): Promise<void>;
}

/**
 * Starts everything in its order and listens.
 * @param markdown renders what authors write; closed with the site
 * @throws DatabaseIsNewer, BuildCorrupt or ReleaseFailed with a sentence for the operator
 */
export async function startSite(
  config: Config,
  reporting: Reporting,
  markdown: MarkdownService = createMarkdownService({ siteOrigin: config.siteUrl }),
): Promise<RunningSite> {
  const { log } = reporting;
  openDataFolder(config);
  const preparing = startStep(log, 'preparing the database');
  await completeRestore(config.dataFolder);
  const databaseFile = path.join(config.dataFolder, 'site.db');
  const database = openDatabase(databaseFile);
  const migrations = migrate(database);

  const early = { config, database, clock: systemClock, markdown };
  const { warning } = await ensureConfiguredAdmin(early);
  if (warning) log.warn(warning);
  const samples = await seedDemo({ ...early, publisher: { wake: () => undefined } });
  preparing.done(samples.created > 0 ? 'database and samples are ready' : 'database is ready', {
    migrations: migrations.length,
  });

  const publishing = startStep(log, 'publishing the pages');
  const firstJob = await requestRelease(config, database, log);
  const publisher = await startPublisher(config, database, databaseFile, log, firstJob);
  const context: AppContext = { ...early, publisher };
  const app = await buildApp(context, reporting);
  const stopSchedule = startSchedule(context, log);
  const stopMail = startMail(context, log);
  const stopCrossPosting = startCrossPosting(context, log);
  const stopPayments = startPayments(context, log);
  // Only the very first start has nothing to show yet, and says so instead of refusing connections.
  const first = readLiveFolder(releaseFolders(config.dataFolder)) === null;
  const listen = () => app.listen({ port: config.port, host: config.host });
  if (first) await listen();
  await publisher.ready;
  if (!first) await listen();
  publishing.done('pages are live');
  return {
    app,
    setupLink: await ensureSetupToken(context),
    async close() {
      const loopsStopped = Promise.all([
        stopSchedule(),
        stopMail(),
        stopCrossPosting(),
        stopPayments(),
      ]);
      await app.close();
      await loopsStopped;
      await publisher.close();
      await markdown.close();
      database.close();
    },
  };
}
