import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, BenchContext } from './harness/bench-context.ts';
import { childEnvironment, project } from './harness/build.ts';
import { type Measure, readMemory } from './harness/report.ts';
import { spawnChild } from './harness/scratch.ts';
import { countOpenJobs, openForReading } from './harness/server.ts';

/** Number of pages that the bar is for. A site with as many articles has a third more pages, for lists. */
const BAR_PAGES = 10_000;
const SWAP_BAR_S = 6;
const MEMORY_BAR_MB = 500;
const LIMIT_MS = 1_200_000;

/**
 * Measures a release with all pages, from its request to the swap: first in a process that only publishes,
 * then in the whole server.
 */
export const freshRelease: Bench = {
  title: 'Full rebuild',
  async measure(context) {
    return [...(await measurePublisher(context)), ...(await measureServer(context))];
  },
};

/** Measures api/testing/publisher-process.ts, which writes `swapped <milliseconds>` and ends when its input ends. */
async function measurePublisher(context: BenchContext): Promise<Measure[]> {
  const dataFolder = await context.database(context.articles);
  const child = spawnChild(process.execPath, ['api/testing/publisher-process.ts'], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: childEnvironment({
      MAKE_PICTURES: 'false',
      DATA_DIR: dataFolder,
      BUILD_DIR: context.buildFolder,
      PORT: String(context.port),
      SITE_URL: `http://localhost:${context.port}`,
      LOG_LEVEL: 'warn',
    }),
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const pid = child.pid ?? 0;
  const swapped = await new Promise<number>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const milliseconds = /^swapped ([\d.]+)$/m.exec(text)?.[1];
      if (milliseconds !== undefined) resolve(Number(milliseconds));
    });
    child.once('exit', (code) => reject(new Error(`the publisher exited with ${code}`)));
  });
  const atSwap = { memory: readMemory(pid), pages: countFiles(dataFolder, 'index.html') };
  const followUpMs = await waitForJobsOfKind(dataFolder, 'follow');
  const compressionMs = await waitForJobsOfKind(dataFolder, 'compress');
  const peak = readMemory(pid).peak;
  const files = countFiles(dataFolder);
  child.stdin?.end();
  await exited;
  context.cacheSite(context.articles, dataFolder);
  const name = `${context.articles} articles`;
  const isFullSize = context.articles >= BAR_PAGES;
  return [
    {
      name: `${name}: start to swap`,
      value: swapped / 1000,
      unit: 's',
      note: `${atSwap.pages} pages`,
    },
    {
      name: `${BAR_PAGES} of its pages`,
      value: (swapped / 1000 / atSwap.pages) * BAR_PAGES,
      unit: 's',
      ...(isFullSize && { bar: { atMost: SWAP_BAR_S } }),
      note: 'start and sync of the whole included, in proportion',
    },
    {
      name: 'peak memory until the swap',
      value: atSwap.memory.peak,
      unit: 'MB',
      bar: { atMost: MEMORY_BAR_MB },
      note: `the process that publishes; ${Math.round(atSwap.memory.anonymous)} MB at the swap are its own, the rest is file cache`,
    },
    {
      name: 'until Markdown copies and redirects are there',
      value: (swapped + followUpMs) / 1000,
      unit: 's',
    },
    {
      name: 'until all precompressed copies are there',
      value: (swapped + followUpMs + compressionMs) / 1000,
      unit: 's',
      note: `${files} files`,
    },
    { name: 'peak memory until the end', value: peak, unit: 'MB', bar: { atMost: MEMORY_BAR_MB } },
  ];
}

async function measureServer(context: BenchContext): Promise<Measure[]> {
  const dataFolder = await context.database(context.articles);
  const started = performance.now();
  const server = await context.start(dataFolder);
  const seconds = (performance.now() - started) / 1000;
  const { peak, anonymous } = readMemory(server.pid);
  await server.kill();
  return [
    { name: 'whole server: start of the process to health', value: seconds, unit: 's' },
    {
      name: 'whole server: peak memory until then',
      value: peak,
      unit: 'MB',
      note: `${Math.round(anonymous)} MB are its own, the rest is file cache`,
    },
  ];
}

/** Waits for the end of all jobs of a kind. Waits for the first one, too, because it may not exist at the swap. */
async function waitForJobsOfKind(dataFolder: string, kind: string): Promise<number> {
  const started = performance.now();
  const database = openForReading(dataFolder);
  try {
    const countJobs = database.prepare('SELECT count(*) FROM jobs WHERE kind = ?').pluck();
    while (countJobs.get(kind) === 0 || countOpenJobs(database, [kind]) > 0) {
      if (performance.now() - started > LIMIT_MS) throw new Error(`${kind} does not end`);
      await pause(20);
    }
    return performance.now() - started;
  } finally {
    database.close();
  }
}

/** Returns the number of files of the live release, all or those with a name. */
function countFiles(dataFolder: string, name?: string): number {
  const live = realpathSync(path.join(dataFolder, 'live'));
  return readdirSync(live, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && (name === undefined || entry.name === name),
  ).length;
}
