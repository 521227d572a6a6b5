import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { ensureBrowser } from '../testing/find-browser.ts';

/** `make test`: checks, then tests in Node, then tests in a browser, then one line that counts. */
interface Count {
  passed: number;
  failed: number;
}

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

function countUnits(browser: string): Count {
  const file = path.join(folder, 'vitest.json');
  const options = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const whole = run('vitest', options, { CHROMIUM_PATH: browser });
  const report = read(file, z.object({ numPassedTests: z.number(), numFailedTests: z.number() }));
  if (!report) return { passed: 0, failed: 1 };
  const failed = whole ? report.numFailedTests : Math.max(1, report.numFailedTests);
  return { passed: report.numPassedTests, failed };
}

function countJourneys(browser: string): Count {
  const file = path.join(folder, 'playwright.json');
  const whole = run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const stats = z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() });
  const report = read(file, z.object({ stats }));
  if (!report) return { passed: 0, failed: 1 };
  const failed = report.stats.unexpected + report.stats.flaky;
  return { passed: report.stats.expected, failed: whole ? failed : Math.max(1, failed) };
}

const browser = ensureBrowser(say);
say(`Browser for tests: ${browser}`);
const counts = [countChecks(), countUnits(browser), countJourneys(browser)];
rmSync(folder, { recursive: true, force: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
