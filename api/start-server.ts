import type { Logger } from 'pino';
import { type Config, InvalidConfigError, readConfig } from './config.ts';
import { UnsupportedDatabaseError } from './db/migrate.ts';
import { createReporting } from './log.ts';
import { CorruptBuildError } from './publisher/build-manifest.ts';
import { listWarnings } from './services/overview/overview.ts';
import { checkStart } from './start/check.mjs';
import { createTerminal, reportFailure, startStep } from './start/terminal.mjs';
import { startSite } from './start-site.ts';
import { joinSupervisor } from './supervisor-client.ts';
import { ReleaseFailedError } from './workers/start-publisher.ts';

/** Maximum time for a graceful shutdown, after which the process exits, in milliseconds. */
const SHUTDOWN_MS = 10_000;

/** Starts the site in this process, and shuts it down gracefully on a signal. */
async function serve(): Promise<void> {
  const supervision = joinSupervisor();
  await supervision?.start();
  const config = readConfig();
  const reporting = createReporting(config);
  const { log, reports } = reporting;
  process.once('uncaughtException', async (error) => {
    log.fatal({ err: error }, 'process crashed');
    await reports?.close();
    process.exit(1);
  });
  // The supervisor has the port.
  await checkStart(supervision ? { ...config, port: 0 } : config);
  for (const { msg } of listWarnings(config)) log.warn(msg);
  const { setupLink, close } = await startSite(config, reporting, undefined, supervision);

  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    const stopping = startStep(log, 'stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    await close();
    await reports?.close();
    stopping.done('stopped', { signal });
    process.exit(0);
  };
  if (supervision) supervision.onStop(stop);
  else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  announce(log, config, setupLink);
}

/** Prints the URL of the site, and the link for its first admin, at every log level. */
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

/** Returns the message of an error that the operator can fix, or the stack of other errors. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof InvalidConfigError || error instanceof UnsupportedDatabaseError)
    return error.message;
  if (error instanceof CorruptBuildError || error instanceof ReleaseFailedError)
    return error.message;
  return error.stack ?? error.message;
}

try {
  await serve();
} catch (error) {
  reportFailure(explain(error));
  process.exit(1);
}
