import path from 'node:path';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigInvalid, readConfig } from './config.ts';
import type { AppContext } from './context.ts';
import { startCrossPosting } from './cross-post-loop.ts';
import { openDatabase } from './db/client.ts';
import { DatabaseIsNewer, migrate } from './db/migrate.ts';
import { createReporting } from './log.ts';
import { startMail } from './mail-loop.ts';
import { createMarkdownService } from './markdown/markdown-service.ts';
import { startPayments } from './payment-loop.ts';
import { BuildCorrupt } from './publisher/build-manifest.ts';
import { readLiveFolder, releaseFolders } from './publisher/release-folders.ts';
import { ReleaseFailed, requestRelease, startPublisher } from './publisher/start-publisher.ts';
import { startSchedule } from './schedule-loop.ts';
import { ensureConfiguredAdmin } from './services/accounts/admin.ts';
import { ensureSetupToken } from './services/accounts/setup-token.ts';
import { completeRestore } from './services/backup/swap.ts';
import { seedDemo } from './services/seed/seed.ts';
import { listWarnings } from './services/warnings.ts';
import { checkStart } from './start/check.mjs';
import { openDataFolder } from './start/data-folder.mjs';
import { createTerminal, reportFailure, startStep } from './start/terminal.mjs';

/** Milliseconds an orderly end may take before the process just ends. */
const FAREWELL_MS = 10_000;

/** Starts everything in its order, listens, and ends in order when told to. */
async function start(): Promise<void> {
  const config = readConfig();
  const reporting = createReporting(config);
  const { log, reports } = reporting;
  process.once('uncaughtException', async (error) => {
    log.fatal({ err: error }, 'process crashed');
    await reports?.close();
    process.exit(1);
  });
  await checkStart(config);
  for (const { msg } of listWarnings(config)) log.warn(msg);
  openDataFolder(config);
  const preparing = startStep(log, 'preparing the database');
  await completeRestore(config.dataFolder);
  const databaseFile = path.join(config.dataFolder, 'site.db');
  const database = openDatabase(databaseFile);
  const migrations = migrate(database);

  const markdown = createMarkdownService({ siteOrigin: config.siteUrl });
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

  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    const stopping = startStep(log, 'stopping');
    setTimeout(() => process.exit(1), FAREWELL_MS).unref();
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
    await reports?.close();
    stopping.done('stopped', { signal });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);

  const setupLink = await ensureSetupToken(context);
  announce(log, config, setupLink);
}

/** Says where the site is and how to own it, whatever the log's level. */
function announce(log: Logger, { siteUrl, logFormat }: Config, setupLink: string | null): void {
  if (logFormat === 'json') {
    const fields = { url: siteUrl, ...(setupLink && { setupLink }) };
    log.child({}, { level: 'info' }).info(fields, `The site is at ${siteUrl}`);
    return;
  }
  const lines = ['', `  The site is at ${siteUrl}`];
  if (setupLink) {
    lines.push('', `  Create the owner's account: ${setupLink}`);
    lines.push('  The link works once, for seven days.');
  }
  createTerminal().writeLine([...lines, '', '  Press Ctrl-C to stop.', ''].join('\n'));
}

/** A sentence for what the person who starts it can mend, the stack for everything else. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigInvalid || error instanceof DatabaseIsNewer) return error.message;
  if (error instanceof BuildCorrupt || error instanceof ReleaseFailed) return error.message;
  return error.stack ?? error.message;
}

try {
  await start();
} catch (error) {
  reportFailure(explain(error));
  process.exit(1);
}
