import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import process from 'node:process';

/** Delay after the last change in milliseconds, because editors save in several steps. */
const DEBOUNCE_MS = 150;

/** Watched folders, with true if a change requires a build before the restart. */
const watchedFolders: [folder: string, rebuild: boolean][] = [
  ['site', true],
  ['content', true],
  ['games', true],
  ['api', false],
];

/**
 * `make dev` serves the site as `make start` does, and restarts after each change of the code. A change of the
 * site is built with /styleguide and rendered into a new release, so pages are the same as in production.
 */
let server: ChildProcess | null = null;
let mustBuild = true;
let mustRestart = true;
let isRestarting = false;

function runScript(...script: string[]): Promise<number | null> {
  const child = spawn('node', script, { stdio: 'inherit' });
  return new Promise((resolve) => child.once('close', resolve));
}

async function stopServer(): Promise<void> {
  const running = server;
  server = null;
  if (running?.exitCode !== null) return;
  const exited = new Promise((resolve) => running.once('close', resolve));
  running.kill('SIGTERM');
  await exited;
}

async function restart(): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  while (mustBuild || mustRestart) {
    const build = mustBuild;
    mustBuild = false;
    mustRestart = false;
    if (build && (await runScript('api/commands/build.ts', '--styleguide')) !== 0) continue;
    await stopServer();
    server = spawn('node', ['api/server.ts'], {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development' },
    });
  }
  isRestarting = false;
}

let timer: NodeJS.Timeout | undefined;
for (const [folder, rebuild] of watchedFolders) {
  watch(folder, { recursive: true }, (_event, name) => {
    if (!name || name.endsWith('.test.ts') || name.endsWith('~')) return;
    mustBuild ||= rebuild;
    mustRestart = true;
    clearTimeout(timer);
    timer = setTimeout(restart, DEBOUNCE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await stopServer();
    process.exit(0);
  });
}
await restart();
