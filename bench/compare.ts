/**
 * `make bench COMPARE=<commit>` runs benches alternately at another commit and in this folder, and prints the
 * ratio of the best values of each figure, and the spread of the ratios. Other load on the machine only makes figures
 * worse, so the best of several rounds is the value of the code.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { project } from './harness/build.ts';
import { type BenchSection, formatTable, logProgress, median, round } from './harness/report.ts';
import { scratchFolder } from './harness/scratch.ts';

const { COMPARE = '', ROUNDS = '3' } = process.env;
const rounds = Number(ROUNDS);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('ROUNDS is a whole number from 1');

function run(command: string, options: string[], cwd = project): string {
  const result = spawnSync(command, options, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status !== 0) throw new Error(`${command} ${options.join(' ')} failed`);
  return result.stdout.trim();
}

/** Returns a folder with the project at a commit and with installed packages. */
function checkOutCommit(commit: string): string {
  const parent = path.join(project, '.cache', 'compare');
  const folder = path.join(parent, commit.slice(0, 12));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(parent)) {
    const candidate = path.join(parent, name);
    if (candidate !== folder) rmSync(candidate, { recursive: true, force: true });
  }
  run('bash', ['-c', `git archive ${commit} | tar -x -C '${folder}'`]);
  const lockOf = (tree: string) => readFileSync(path.join(tree, 'package-lock.json'), 'utf8');
  if (!existsSync(path.join(folder, 'node_modules')) && lockOf(folder) === lockOf(project)) {
    run('cp', ['-al', path.join(project, 'node_modules'), folder]);
    rmSync(path.join(folder, 'node_modules', '.cache'), { recursive: true, force: true });
  }
  run('make', ['installed'], folder);
  return folder;
}

/** Runs benches in a folder with the project, and returns their figures. */
function measure(folder: string, names: string[]): BenchSection[] {
  const report = path.join(scratchFolder('report'), 'report.json');
  // Commits without support for BENCH_REPORT write into their own folder.
  const defaultReport = path.join(folder, 'bench', 'results', 'latest.json');
  if (folder !== project) rmSync(defaultReport, { force: true });
  // The exit status is ignored, because it is about absolute bars.
  spawnSync(process.execPath, ['bench/run.ts', ...names], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      // Alternating short runs compare better than long ones, because the machine changes less between them.
      SHORT: '1',
      BENCH_ARTICLES: '2000',
      ...process.env,
      BENCH_REPORT: report,
      BENCH_CACHE: path.join(project, '.cache', 'bench'),
    },
  });
  if (folder === project && !existsSync(report)) throw new Error('The benches wrote no report.');
  const file = existsSync(report) ? report : defaultReport;
  // The other commit may lack the bench.
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).sections : [];
}

const names = process.argv.slice(2);
const commit = run('git', ['rev-parse', '--verify', `${COMPARE}^{commit}`]);
const sides = { before: checkOutCommit(commit), after: project };
const results: { before: BenchSection[]; after: BenchSection[] }[] = [];
for (let number = 1; number <= rounds; number += 1) {
  const measured: { before: BenchSection[]; after: BenchSection[] } = { before: [], after: [] };
  // The first run of a round has colder caches, so the sides alternate.
  const order: ('before' | 'after')[] = number % 2 ? ['before', 'after'] : ['after', 'before'];
  for (const side of order) {
    logProgress(
      `round ${number} of ${rounds}: ${side === 'before' ? commit.slice(0, 12) : 'this folder'}`,
    );
    measured[side] = measure(sides[side], names);
  }
  results.push(measured);
}

/** Returns the values of one figure in all rounds; NaN for a round without it. */
const valuesOf = (side: 'before' | 'after', title: string, name: string) =>
  results.map(
    (result) =>
      result[side]
        .find((section) => section.title === title)
        ?.measures.find((measure) => measure.name === name)?.value ?? Number.NaN,
  );
const isNumber = (value: number) => !Number.isNaN(value);

const sections = (results[0]?.after ?? []).map(({ title, measures }) => ({
  title,
  measures: measures.map(({ name, unit, bar }) => {
    const [before, after] = [valuesOf('before', title, name), valuesOf('after', title, name)];
    const ratios = after
      .map((value, index) => value / (before[index] ?? Number.NaN))
      .filter(isNumber);
    const isMoreBetter = unit === '/s' || (bar !== undefined && 'atLeast' in bar);
    const best = (values: number[]) =>
      (isMoreBetter ? Math.max : Math.min)(...values.filter(isNumber));
    if (ratios.length === 0) {
      const note = `not measured at both; ${round(best(after))} ${unit} here`;
      return { name, value: Number.NaN, unit: '×', note };
    }
    const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)];
    return {
      name,
      value: best(after) / best(before),
      unit: '×',
      note: `${round(best(before))} → ${round(best(after))} ${unit}; rounds ${round(lowest)} to ${round(highest)}, median ${round(median(ratios))}`,
    };
  }),
}));
process.stdout.write(
  `\nThis folder against ${commit.slice(0, 12)}, ${rounds} rounds: ratio of the best values\n\n${formatTable(sections)}\n`,
);
