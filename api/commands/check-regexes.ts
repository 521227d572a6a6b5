/**
 * Checks with recheck that all regular expressions of the product take linear time for any input. It reads the
 * literals in api/, site/ and games/, without tests and their helpers.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { check, type Diagnostics } from 'recheck';
import ts from 'typescript';
import { z } from 'zod';
import { scriptsOf } from './astro-scripts.ts';

/** Only the number of steps is limited, so that the result does not depend on the speed of the machine. */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
};
const CACHE_FILE = 'node_modules/.cache/regexes.json';

interface Regex {
  source: string;
  flags: string;
}

/** Problem of an expression: null if it is safe, otherwise the reason for refusing it. */
type Problem = string | null;

const problemsSchema = z.record(z.string(), z.string().nullable());

const require = createRequire(import.meta.url);
// npm installs the native program if there is one for this platform. The fallback is JavaScript.
const native = ['linux-x64', 'macos-arm64', 'macos-x64', 'windows-x64'].some(isInstalled);
process.env.RECHECK_BACKEND = native ? 'native' : 'pure';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(require.resolve('recheck/package.json'), 'utf8')));

/** Regular expressions of all files by their text, with the places where they are used. */
const places = new Map<string, { regex: Regex; at: string[] }>();
const problems: string[] = [];

const files = globSync('{api,site,games}/**/*.{ts,tsx,js,mjs,astro}', {
  exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
});
for (const file of files) collect(file);

const cachedProblems = readCache();
const results: { text: string; at: string[]; problem: Problem }[] = [];
for (const place of places) results.push(await checkExpression(place));
writeCache();
for (const { text, at, problem } of results) {
  if (problem !== null) problems.push(`${at.join(', ')}: ${text}\n  ${problem}`);
}
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.stdout.write(`${places.size} regular expressions, ${problems.length} refused\n`);
process.exit(problems.length === 0 ? 0 : 1);

function isInstalled(platform: string): boolean {
  try {
    require.resolve(`recheck-${platform}/package.json`);
    return true;
  } catch {
    // This platform has another program, or none.
    return false;
  }
}

function collect(file: string): void {
  const text = readFileSync(file, 'utf8');
  for (const { code, line } of file.endsWith('.astro')
    ? scriptsOf(text)
    : [{ code: text, line: 0 }]) {
    const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
    const placeOf = (node: ts.Node) =>
      `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1 + line}`;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) addExpression(node.text, placeOf(node));
      if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        if (node.expression.getText() === 'RegExp') {
          problems.push(`${placeOf(node)}: write it as a literal, so that it can be checked`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
}

function addExpression(text: string, place: string): void {
  const end = text.lastIndexOf('/');
  const regex = { source: text.slice(1, end), flags: text.slice(end + 1) };
  const entry = places.get(text) ?? { regex, at: [] };
  entry.at.push(place);
  places.set(text, entry);
}

async function checkExpression([text, { regex, at }]: [string, { regex: Regex; at: string[] }]) {
  const key = `${version} ${text}`;
  const problem =
    key in cachedProblems
      ? (cachedProblems[key] ?? null)
      : problemOf(await check(regex.source, regex.flags, limits));
  cachedProblems[key] = problem;
  return { text, at, problem };
}

function problemOf(diagnostics: Diagnostics): Problem {
  if (diagnostics.status === 'safe') return null;
  if (diagnostics.status === 'unknown') return `could not be checked: ${diagnostics.error.kind}`;
  return `${diagnostics.complexity.summary}, for example ${diagnostics.attack.pattern}`;
}

function readCache(): Record<string, Problem> {
  try {
    return problemsSchema.parse(JSON.parse(readFileSync(CACHE_FILE, 'utf8')));
  } catch {
    // The file is missing or has another format, so all expressions are checked.
    return {};
  }
}

/** Stores the safe expressions of this run. Refused ones are checked again in the next run. */
function writeCache(): void {
  const safe = results.filter(({ problem }) => problem === null);
  const entries = Object.fromEntries(safe.map(({ text }) => [`${version} ${text}`, null]));
  mkdirSync(path.dirname(CACHE_FILE), { recursive: true });
  writeFileSync(CACHE_FILE, JSON.stringify(entries));
}
