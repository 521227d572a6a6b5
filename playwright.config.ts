import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './api/testing/find-browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/build-once.ts',
  testMatch: '*.test.ts',
  timeout: 60_000,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  outputDir: './test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { args: browserFlags, ...(executablePath && { executablePath }) },
    trace: 'retain-on-failure',
  },
});
