import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chromium } from '@playwright/test';

// The same engine without a window and what draws one starts and opens pages in two thirds of the time.
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** Flags that let a browser run as root in a container, and keep it from calling home. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The browser tests run in: CHROMIUM_PATH, one of the system's, or the one playwright keeps. */
export function findBrowser(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...known, chromium.executablePath()];
  return candidates.find((file) => file && isExecutable(file)) ?? null;
}

/**
 * Finds a browser or installs one: Debian's by apt-get where we may, else playwright's own download.
 * @throws Error that says what to install by hand
 */
export function ensureBrowser(say: (line: string) => void): string {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && run('apt-get', ['--version'])) {
    say('No browser found; installing Debian’s chromium with apt-get.');
    run('apt-get', ['update', '-qq']);
    // Older releases of Debian have the whole browser only.
    const install = (name: string) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    if (!install('chromium-headless-shell')) install('chromium');
  } else {
    say('No browser found; asking playwright to download one.');
    run('playwright', ['install', 'chromium']);
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error('There is no Chromium. Install one and set CHROMIUM_PATH to its file.');
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not ours to run: the next candidate is asked.
    return false;
  }
}

function run(command: string, options: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, options, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
