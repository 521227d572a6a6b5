import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/**
 * Ends `make test` and `make verify`: lists the failures again, because CI keeps only the end of the
 * output, and prints one line with the totals. Arguments: exit statuses of the checks, of the tests
 * in Node and of the tests in the browser.
 */
interface Result {
  passed: number;
  failed: number;
  failures: string[];
}

const RESULTS = 'test-results';
/** Lines of an error that are repeated. */
const LINES = 12;

const nodeReport = z.object({
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

const errors = z.array(z.object({ message: z.string().optional() }));
const suite = z.object({
  get suites() {
    return z.array(suite).optional();
  },
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tests: z.array(z.object({ results: z.array(z.object({ errors })) })),
    }),
  ),
});
const browserReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suite),
  errors,
});

function describe(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return `\n${name}\n${lines.slice(0, LINES).join('\n')}`;
}

function readChecks(): Result {
  const folder = path.join(RESULTS, 'checks');
  // A check that passed leaves no log.
  const failures = readdirSync(folder).map((name) =>
    describe(`check ${path.parse(name).name}`, readFileSync(path.join(folder, name), 'utf8')),
  );
  return failures.length > 0
    ? { passed: 0, failed: failures.length, failures }
    : { passed: 1, failed: 0, failures };
}

function readNodeTests(report: unknown): Result {
  const { numPassedTests, numFailedTests, testResults } = nodeReport.parse(report);
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative('.', name);
    return [
      ...(message === '' ? [] : [describe(file, message)]),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => describe(`${file} > ${test.fullName}`, test.failureMessages?.join('\n'))),
    ];
  });
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

function readBrowserTests(report: unknown): Result {
  const { stats, suites, errors } = browserReport.parse(report);
  const failures = [
    ...errors.map(({ message }) => describe('e2e', message)),
    ...suites.flatMap(listFailures),
  ];
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
}

function listFailures({ suites = [], specs }: z.infer<typeof suite>): string[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message }) => describe(`e2e/${file} > ${title}`, message)),
    ),
    ...suites.flatMap(listFailures),
  ];
}

/** Reads the result of one part; a part that failed without a failed test counts as one failure. */
function readPart(name: string, status: string | undefined, read: () => Result): Result {
  let result: Result;
  try {
    result = read();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { passed: 0, failed: 1, failures: [describe(`${name}: no result`, message)] };
  }
  if (status === '0' || result.failed > 0) return result;
  const failures = [...result.failures, describe(`${name}: ended with status ${status}`)];
  return { ...result, failed: 1, failures };
}

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(RESULTS, name), 'utf8'));

const [checks, node, browser] = process.argv.slice(2);
const results = [
  readPart('checks', checks, readChecks),
  readPart('tests in Node', node, () => readNodeTests(readJson('node.json'))),
  readPart('tests in the browser', browser, () => readBrowserTests(readJson('browser.json'))),
];
const say = (line: string) => process.stdout.write(`${line}\n`);
for (const failure of results.flatMap(({ failures }) => failures)) say(failure);
const journeys = path.join(RESULTS, 'journeys');
if (browser !== '0' && existsSync(journeys)) {
  say(`\nTraces and screenshots of failed journeys: ${journeys}/`);
}
const total = (kind: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[kind], 0);
say(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
