import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './api/testing/find-browser.ts';
import { keepTemporaryFilesInMemory } from './api/testing/memory-folder.ts';
import { usualFonts } from './e2e/support/font-sets.ts';

keepTemporaryFilesInMemory();
// Dates in pages and those that tests compute agree on every machine.
process.env.TZ = 'UTC';
const executablePath = findBrowser();

export default defineConfig({
  testDir: './e2e',
  globalSetup: './e2e/support/build-once.ts',
  // Node strips their types itself.
  build: { external: ['**/api/**'] },
  testMatch: '*.test.ts',
  // A busy machine is no failure.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  fullyParallel: true,
  // Browsers compete for memory more than they wait: five workers took 32 % longer than two on two processors.
  workers: availableParallelism(),
  forbidOnly: true,
  reporter: 'list',
  outputDir: './test-results/journeys',
  use: {
    // A press or a page that never comes fails sooner than the whole journey.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    screenshot: 'only-on-failure',
    browserName: 'chromium',
    launchOptions: {
      args: browserFlags,
      env: usualFonts(),
      ...(executablePath && { executablePath }),
    },
  },
});
