import type { Logger } from 'pino';
import { type Config, ConfigInvalid, readConfig } from './config.ts';
import { DatabaseIsNewer } from './db/migrate.ts';
import { createReporting } from './log.ts';
import { BuildCorrupt } from './publisher/build-manifest.ts';
import { ReleaseFailed } from './publisher/start-publisher.ts';
import { listWarnings } from './services/warnings.ts';
import { checkStart } from './start/check.mjs';
import { createTerminal, reportFailure, startStep } from './start/terminal.mjs';
import { startSite } from './start-site.ts';

/** Milliseconds an orderly end may take before the process just ends. */
const FAREWELL_MS = 10_000;

/** Starts the site of this process, and ends it in order on a signal. */
async function serve(): Promise<void> {
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
  const { setupLink, close } = await startSite(config, reporting);

  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    const stopping = startStep(log, 'stopping');
    setTimeout(() => process.exit(1), FAREWELL_MS).unref();
    await close();
    await reports?.close();
    stopping.done('stopped', { signal });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
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
  await serve();
} catch (error) {
  reportFailure(explain(error));
  process.exit(1);
}
