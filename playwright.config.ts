import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './api/testing/find-browser.ts';
import { keepTemporaryFilesInMemory } from './api/testing/memory-folder.ts';

keepTemporaryFilesInMemory();
const executablePath = findBrowser();

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/build-once.ts',
  // Node strips their types itself.
  build: { external: ['**/api/**'] },
  testMatch: '*.test.ts',
  // A busy machine is no failure.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  // Half of the time of a journey is waiting: for a page, a disk, or another process.
  workers: 2 * availableParallelism() + 1,
  forbidOnly: true,
  reporter: 'list',
  outputDir: './test-results/journeys',
  use: {
    screenshot: 'only-on-failure',
    browserName: 'chromium',
    launchOptions: { args: browserFlags, ...(executablePath && { executablePath }) },
  },
});
