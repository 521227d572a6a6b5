import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Bench } from './harness/bench-context.ts';
import { buildInto, childEnvironment, project } from './harness/build.ts';
import { startServer } from './harness/server.ts';

/** Limit for `astro build`, which renders no articles, in seconds. */
const BUILD_BAR_S = 15;
const MB = 1_000_000;
const SIZE_BAR_MB = 250;
const START_BAR_S = 2;
const STARTS = 5;

/** Measures the build of the code, including its manifest. */
export const codeBuild: Bench = {
  title: 'Building the code',
  async measure(context) {
    const buildMs = buildInto(path.join(context.folder('build'), 'dist'));
    return [
      { name: 'astro build', value: buildMs / 1000, unit: 's', bar: { atMost: BUILD_BAR_S } },
    ];
  },
};

/** Measures the size of the package, and its start until it is healthy with an existing release. */
export const packaging: Bench = {
  title: 'Package',
  async measure(context) {
    const folder = context.folder('package');
    execFileSync(process.execPath, ['api/commands/package.ts', `TO=${folder}`], {
      cwd: project,
      env: childEnvironment({ BUILD_DIR: context.buildFolder }),
    });
    const archive = readdirSync(folder).find((name) => name.endsWith('.tar.gz')) ?? '';
    execFileSync('tar', ['-xzf', archive], { cwd: folder });
    const unpacked = path.join(folder, path.basename(archive, '.tar.gz'));
    const entries = readdirSync(unpacked, { recursive: true, withFileTypes: true });
    const bytes = entries
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size)
      .reduce((sum, size) => sum + size, 0);
    const usage = execFileSync('du', ['-s', '--block-size=1', unpacked], { encoding: 'utf8' });
    const dataFolder = await context.site(context.articles);
    const seconds: number[] = [];
    for (let start = 0; start <= STARTS; start += 1) {
      const started = performance.now();
      const server = await startServer({
        dataFolder,
        // The package contains its own build.
        buildFolder: '',
        port: context.port,
        command: [path.join(unpacked, 'personal-site'), 'start'],
      });
      seconds.push((performance.now() - started) / 1000);
      await server.stop();
    }
    const [first = Number.NaN, ...later] = seconds;
    return [
      { name: 'packed', value: statSync(path.join(folder, archive)).size / MB, unit: 'MB' },
      {
        name: 'unpacked',
        value: bytes / MB,
        unit: 'MB',
        bar: { atMost: SIZE_BAR_MB },
        note: `${Math.round(Number.parseInt(usage, 10) / MB)} MB in whole blocks of the disk`,
      },
      { name: 'first start to health, compiling its code', value: first, unit: 's' },
      {
        name: 'next starts to health, median',
        value: later.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? Number.NaN,
        unit: 's',
        bar: { atMost: START_BAR_S },
        note: `${context.articles} articles, their release in place`,
      },
    ];
  },
};
