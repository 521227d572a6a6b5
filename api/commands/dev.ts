import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import process from 'node:process';

/** Milliseconds of quiet after a change: editors save in several steps. */
const QUIET_MS = 150;

/** What has to be done again when something below a folder changes. */
const watched: [folder: string, rebuild: boolean][] = [
  ['site', true],
  ['content', true],
  ['api', false],
];

/**
 * `make dev`: serves as `make start` does, and again after each change of the code. A change of the
 * site is built, with /styleguide, and rendered into a fresh release, so what is seen is what will be served.
 */
let server: ChildProcess | null = null;
let buildWanted = true;
let restartWanted = true;
let busy = false;

function run(...script: string[]): Promise<number | null> {
  const child = spawn('node', script, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', resolve));
}

async function stopServer(): Promise<void> {
  const running = server;
  server = null;
  if (running?.exitCode !== null) return;
  const ended = new Promise((resolve) => running.once('close', resolve));
  running.kill('SIGTERM');
  await ended;
}

async function bringUp(): Promise<void> {
  if (busy) return;
  busy = true;
  while (buildWanted || restartWanted) {
    const build = buildWanted;
    buildWanted = false;
    restartWanted = false;
    if (build && (await run('api/commands/build.ts', '--styleguide')) !== 0) continue;
    await stopServer();
    server = spawn('node', ['api/server.ts'], {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development' },
    });
  }
  busy = false;
}

let timer: NodeJS.Timeout | undefined;
for (const [folder, rebuild] of watched) {
  watch(folder, { recursive: true }, (_event, name) => {
    if (!name || name.endsWith('.test.ts') || name.endsWith('~')) return;
    buildWanted ||= rebuild;
    restartWanted = true;
    clearTimeout(timer);
    timer = setTimeout(bringUp, QUIET_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await stopServer();
    process.exit(0);
  });
}
await bringUp();
