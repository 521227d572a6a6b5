import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { ConfigInvalid, readConfig } from './config.ts';
import type { AppContext } from './context.ts';
import { startCrossPosting } from './cross-post-loop.ts';
import { openDatabase } from './db/client.ts';
import { DatabaseIsNewer, migrate } from './db/migrate.ts';
import { createLog } from './log.ts';
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

/** Milliseconds an orderly end may take before the process just ends. */
const FAREWELL_MS = 10_000;

/** Starts everything in its order, listens, and ends in order when told to. */
async function start(): Promise<void> {
  const config = readConfig();
  const log = createLog(config);
  for (const { msg } of listWarnings(config)) log.warn(msg);
  mkdirSync(config.dataFolder, { recursive: true });
  await completeRestore(config.dataFolder);
  const databaseFile = path.join(config.dataFolder, 'site.db');
  const database = openDatabase(databaseFile);
  for (const step of migrate(database)) log.info({ step }, 'database brought up to date');

  const markdown = createMarkdownService({ siteOrigin: config.siteUrl });
  const early = { config, database, clock: systemClock, markdown };
  const { warning } = await ensureConfiguredAdmin(early);
  if (warning) log.warn(warning);
  await seedDemo({ ...early, publisher: { wake: () => undefined } });

  const firstJob = await requestRelease(config, database, log);
  const publisher = await startPublisher(config, database, databaseFile, log, firstJob);
  const context: AppContext = { ...early, publisher };
  const app = await buildApp(context, log);
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

  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    log.info({ signal }, 'ending');
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
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);

  const setupLink = await ensureSetupToken(context);
  const lines = [`The site is at ${config.siteUrl}`];
  if (setupLink) lines.push(`Create the owner's account, once, at ${setupLink}`);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/** A sentence for what the person who starts it can mend, the stack for everything else. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigInvalid || error instanceof DatabaseIsNewer) return error.message;
  if (error instanceof BuildCorrupt || error instanceof ReleaseFailed) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'PORT: something else listens there already. Set PORT to a free one.';
  }
  return error.stack ?? error.message;
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
