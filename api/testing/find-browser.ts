import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

// The headless shell comes first: it starts and opens pages in two thirds of the time.
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** Flags for a browser that runs as root in a container, without background requests. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Returns the browser for tests: CHROMIUM_PATH, one of the system, or the one that Playwright installed. */
export function findBrowser(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()];
  return candidates.find((file) => file && isExecutable(file)) ?? null;
}

/** Starts the browser for tests, and installs one first if there is none. */
export function launchBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = ensureBrowser((line) => process.stderr.write(`${line}\n`));
  return chromium.launch({ ...options, args: [...browserFlags, ...args], executablePath });
}

/**
 * Finds a browser or installs one: with apt-get as root on Debian, otherwise with Playwright.
 * @param report receives progress messages
 * @throws Error with what to install by hand
 */
export function ensureBrowser(report: (line: string) => void): string {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && run('apt-get', ['--version'])) {
    report('No browser found; installing Debian’s chromium with apt-get.');
    run('apt-get', ['update', '-qq']);
    // Older releases of Debian have no headless shell.
    const install = (name: string) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    if (!install('chromium-headless-shell')) install('chromium');
  } else {
    report('No browser found; asking playwright to download one.');
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
    // The file is missing or not executable.
    return false;
  }
}

function run(command: string, options: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, options, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
