import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './api/testing/find-browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/build-once.ts',
  testMatch: '*.test.ts',
  timeout: 90_000,
  // A busy machine is no failure.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  reporter: 'list',
  outputDir: './test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { args: browserFlags, ...(executablePath && { executablePath }) },
    // Recording each step costs a third of the time: TRACE=1 does it where a failure is looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
});
