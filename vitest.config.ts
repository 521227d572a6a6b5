import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './api/testing/memory-folder.ts';

/**
 * Test files that take long for their size. Vitest sorts files without a recorded duration by size, and a
 * long file that starts last would run alone at the end.
 */
const longest =
  /\/(?:attacks|releases|readme-corpus|move-data|start|images|built-documents|several-publishers|crosspost\/process-next|payment-provider|pathological|fuzz)\.test\.ts$/;

/** Starts long test files first, so that all workers finish at about the same time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

keepTemporaryFilesInMemory();

/** Node's tests; those that need a browser as a reader has one are in e2e/, see playwright.config.ts. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'product',
          include: ['{api,site}/**/*.test.ts', 'bench/attacks/**/*.test.ts'],
          globalSetup: ['api/testing/global-setup.ts'],
          setupFiles: ['api/testing/no-stray-output.ts'],
          // A worker imports modules once and not for each file: they hold no state of a test.
          isolate: false,
        },
      },
      {
        // Engines need no built site: one of them is tested within a second.
        extends: true,
        test: {
          name: 'games',
          include: ['games/**/*.test.ts'],
          setupFiles: ['api/testing/no-stray-output.ts', 'games/testing/no-chance.ts'],
        },
      },
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // One more than processors, because tests of processes and networks wait: on two processors, three workers took
    // 16 % less time than two.
    maxWorkers: availableParallelism() + 1,
    // Each test builds an app: a larger young generation takes 5 to 10 % off the processor time.
    execArgv: ['--max-semi-space-size=32'],
    tags: [
      {
        name: 'verify',
        description: 'Stress tests, corpora and products that `make verify` runs.',
      },
      {
        name: 'topic',
        description: 'Runs in `make verify`, and if its topic changed in `make test CHANGED=1`.',
      },
    ],
    sequence: { sequencer: LongestFirst },
    // A test that publishes waits for worker threads and for the disk.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 20_000,
    reporters: ['default'],
    env: { TZ: 'UTC', ASTRO_TELEMETRY_DISABLED: '1' },
  },
});
