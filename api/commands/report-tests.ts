import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { errorMessage } from '../errors.ts';

/**
 * Last step of `make test` and `make verify`: lists the slowest files, skipped tests and failures, because CI
 * keeps only the end of the output, and prints the totals. Arguments: the command, and the exit statuses of the
 * checks, of the tests in Node and of the tests in the browser.
 */
interface Result {
  passed: number;
  failed: number;
  failures: string[];
  /** Names of skipped tests. */
  skipped: string[];
  /** Time from the first test to the last one, in milliseconds. */
  duration: number;
  /** Duration of each file in milliseconds. */
  files: Map<string, number>;
}

/** Number of slowest files in the report. */
const SLOWEST = 10;

const RESULTS = 'test-results';
/** Number of lines of each error in the report. */
const ERROR_LINES = 12;

const nodeReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  startTime: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
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

const errors = z.array(z.object({ message: z.string().optional() }));
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
          status: z.string(),
          results: z.array(z.object({ errors, duration: z.number() })),
        }),
      ),
    }),
  ),
});
const browserReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    duration: z.number(),
  }),
  suites: z.array(suite),
  errors,
});

function describeFailedTest(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return `\n${name}\n${lines.slice(0, ERROR_LINES).join('\n')}`;
}

const emptyResult: Result = {
  passed: 0,
  failed: 0,
  failures: [],
  skipped: [],
  duration: 0,
  files: new Map(),
};

function readChecks(): Result {
  const folder = path.join(RESULTS, 'checks');
  // Only failed checks have a log.
  const failures = readdirSync(folder).map((name) =>
    describeFailedTest(
      `check ${path.parse(name).name}`,
      readFileSync(path.join(folder, name), 'utf8'),
    ),
  );
  return {
    ...emptyResult,
    passed: failures.length === 0 ? 1 : 0,
    failed: failures.length,
    failures,
  };
}

function readNodeTests(report: unknown): Result {
  const { numPassedTests, numFailedTests, startTime, testResults } = nodeReport.parse(report);
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped')
      .map(({ fullName }) => `${path.relative('.', name)} > ${fullName}`),
  );
  // Tests of a group whose hook failed count as skipped.
  const failedGroups = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative('.', name);
    const hook = 'A hook failed. Its error is in the output above.';
    const isGroup = failedGroups.some((group) => group.name === name);
    return [
      ...(isGroup || message !== '' ? [describeFailedTest(file, message || hook)] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) =>
          describeFailedTest(`${file} > ${test.fullName}`, test.failureMessages?.join('\n')),
        ),
    ];
  });
  return {
    passed: numPassedTests,
    failed: numFailedTests + failedGroups.length,
    failures,
    skipped,
    duration: Math.max(startTime, ...testResults.map(({ endTime }) => endTime)) - startTime,
    files: new Map(
      testResults.map(({ name, startTime, endTime }) => [
        path.relative('.', name),
        endTime - startTime,
      ]),
    ),
  };
}

function readBrowserTests(report: unknown): Result {
  const { stats, suites, errors } = browserReport.parse(report);
  const failures = [
    ...errors.map(({ message }) => describeFailedTest('e2e', message)),
    ...suites
      .flatMap(listSpecs)
      .flatMap(({ file, title, tests }) =>
        tests
          .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
          .map(({ message }) => describeFailedTest(`e2e/${file} > ${title}`, message)),
      ),
  ];
  const files = new Map<string, number>();
  for (const { file, tests } of suites.flatMap(listSpecs)) {
    const name = `e2e/${file}`;
    const results = tests.flatMap((test) => test.results);
    const duration = results.reduce((sum, result) => sum + result.duration, 0);
    files.set(name, (files.get(name) ?? 0) + duration);
  }
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures,
    skipped: suites
      .flatMap(listSpecs)
      .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
      .map(({ file, title }) => `e2e/${file} > ${title}`),
    duration: stats.duration,
    files,
  };
}

type Suite = z.infer<typeof suite>;

function listSpecs({ suites = [], specs }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** Reads the result of one part. A failed part without failed tests counts as one failure. */
function readPart(name: string, status: string | undefined, read: () => Result): Result {
  let result: Result;
  try {
    result = read();
  } catch (error) {
    const message = errorMessage(error);
    return {
      ...emptyResult,
      failed: 1,
      failures: [describeFailedTest(`${name}: no result`, message)],
    };
  }
  if (status === '0' || result.failed > 0) return result;
  const failures = [...result.failures, describeFailedTest(`${name}: ended with status ${status}`)];
  return { ...result, failed: 1, failures };
}

const readResults = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(RESULTS, name), 'utf8'));

const [command, checks, node, browser] = process.argv.slice(2);
const results = [
  readPart('checks', checks, readChecks),
  readPart('tests in Node', node, () => readNodeTests(readResults('node.json'))),
  readPart('tests in the browser', browser, () => readBrowserTests(readResults('browser.json'))),
];
const writeLine = (line: string) => process.stdout.write(`${line}\n`);
for (const [index, part] of ['in Node', 'in the browser'].entries()) {
  const result = results[index + 1] ?? emptyResult;
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  const tests = result.passed + result.failed;
  writeLine(`\nTests ${part}: ${tests} in ${seconds(result.duration)}. The slowest files:`);
  const slowest = [...result.files]
    .sort(([, first], [, second]) => second - first)
    .slice(0, SLOWEST);
  for (const [file, ms] of slowest) writeLine(`  ${seconds(ms).padStart(6)}  ${file}`);
  // In `make test`, tests for `make verify` count as skipped, too.
  if (command === 'verify') for (const name of result.skipped) writeLine(`  skipped: ${name}`);
}
for (const failure of results.flatMap(({ failures }) => failures)) writeLine(failure);
const journeys = path.join(RESULTS, 'journeys');
if (browser !== '0' && existsSync(journeys)) {
  writeLine(`\nTraces and screenshots of failed journeys: ${journeys}/`);
}
const total = (kind: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[kind], 0);
writeLine(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
