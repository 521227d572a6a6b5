import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { ensureBrowser } from '../testing/find-browser.ts';

/** `make test`: checks, then tests in Node, then tests in a browser, then one line that counts. */
interface Count {
  passed: number;
  failed: number;
  /** What went wrong, again: of a long run often only the end is kept. */
  failures?: string[];
}

const units = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const journeys = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  get suites() {
    return z.array(suite);
  },
});
const suite = z.object({
  get suites() {
    return z.array(suite).optional();
  },
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({ errors: z.array(z.object({ message: z.string().optional() })) }),
          ),
        }),
      ),
    }),
  ),
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'test-results-'));
const say = (line: string) => process.stdout.write(`${line}\n`);

function run(command: string, options: string[], env: NodeJS.ProcessEnv = {}): boolean {
  say(`\n> ${command} ${options.join(' ')}`);
  return (
    spawnSync(command, options, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
  );
}

/** What a reporter wrote; when it wrote nothing, or its runner failed besides, that counts as one. */
function read<Report>(file: string, schema: z.ZodType<Report>): Report | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    say(`No result: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function countChecks(): Count {
  const passed = run('node', ['api/commands/check.ts']);
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Builds the site's code once for the tests in Node and in the browser.
 * @returns where they find it; nothing when it cannot be built, so that they try and say why
 */
function buildOnce(): NodeJS.ProcessEnv {
  const build = path.join(folder, 'dist');
  const built = run('node', ['api/commands/build.ts'], { BUILD_DIR: build, DATA_DIR: folder });
  return built ? { BUILT_SITE: build } : {};
}

function countUnits(env: NodeJS.ProcessEnv): Count {
  const file = path.join(folder, 'vitest.json');
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const whole = run('vitest', options, env);
  const report = read(file, units);
  if (!report) return { passed: 0, failed: 1 };
  const failed = whole ? report.numFailedTests : Math.max(1, report.numFailedTests);
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [told(path.relative('.', name), message)]),
    ...assertionResults
      // What passed in the end keeps the messages of its tries before.
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        told(`${path.relative('.', name)} > ${fullName}`, failureMessages?.join('\n') ?? ''),
      ),
  ]);
  return { passed: report.numPassedTests, failed, failures };
}

function countJourneys(env: NodeJS.ProcessEnv): Count {
  const file = path.join(folder, 'playwright.json');
  const whole = run('playwright', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = read(file, journeys);
  if (!report) return { passed: 0, failed: 1 };
  const failed = report.stats.unexpected + report.stats.flaky;
  return {
    passed: report.stats.expected,
    failed: whole ? failed : Math.max(1, failed),
    failures: report.suites.flatMap(failuresOf),
  };
}

function failuresOf({ suites = [], specs }: z.infer<typeof suite>): string[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message = '' }) => told(`${file} > ${title}`, message)),
    ),
    ...suites.flatMap(failuresOf),
  ];
}

/** The beginning of what a test said when it failed. */
function told(name: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return `\n${name}\n${lines.slice(0, 12).join('\n')}`;
}

const browser = ensureBrowser(say);
say(`Browser for tests: ${browser}`);
const checks = countChecks();
const env = { CHROMIUM_PATH: browser, ...buildOnce() };
const counts = [checks, countUnits(env), countJourneys(env)];
rmSync(folder, { recursive: true, force: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
for (const failure of counts.flatMap((count) => count.failures ?? [])) say(failure);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
