import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './api/testing/find-browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/build-once.ts',
  // Node strips their types itself.
  build: { external: ['**/api/**'] },
  testMatch: '*.test.ts',
  // A busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // One more than a small machine has processors: much of a journey is waiting for a page to be quiet.
  workers: 3,
  forbidOnly: true,
  reporter: 'list',
  outputDir: './test-results/journeys',
  use: {
    screenshot: 'only-on-failure',
    browserName: 'chromium',
    launchOptions: { args: browserFlags, ...(executablePath && { executablePath }) },
  },
});
