import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { buildInto, project } from './build.ts';
import { type BenchSection, logProgress } from './report.ts';
import { scratchFolder } from './scratch.ts';
import { seedArticles } from './seed.ts';
import { getBenchPort, type RunningServer, startServer, waitForJobs } from './server.ts';

/** Cache of benches between runs. `compare.ts` lets both commits use the same folder. */
const cacheRoot = process.env.BENCH_CACHE ?? path.join(project, '.cache', 'bench');

/** Entries that the cache keeps. A comparison of two commits needs at most 14 for one bench. */
const ENTRIES_MAX = 24;

/** Longest wait for a complete release with all precompressed copies on a busy machine, in milliseconds. */
const RELEASE_TIMEOUT_MS = 900_000;
/** Sources of a published site, except its articles. */
const SITE_SOURCES = [
  'api',
  'content',
  'games',
  'site',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];
/** Sources of a seeded database. */
const SEED_SOURCES = ['api/db', 'api/markdown', 'bench/harness/random.ts', 'bench/harness/seed.ts'];

/** Resources that benches share: one build, one port, and sites of several sizes. */
export interface BenchContext {
  /** Articles of the large site. */
  articles: number;
  /** True for a quick run that only shows that the benches work. */
  short: boolean;
  buildFolder: string;
  port: number;
  /** Creates an empty folder. */
  folder(name: string): string;
  /** Creates a data folder with a database of so many articles and without a release. */
  database(articles: number): Promise<string>;
  /** Returns a data folder with a complete release. Benches share it and may add data. */
  site(articles: number): Promise<string>;
  /** Makes a data folder of a bench the shared site of that size. */
  cacheSite(articles: number, dataFolder: string): void;
  start(dataFolder: string, environment?: Record<string, string>): Promise<RunningServer>;
}

export interface Bench {
  title: string;
  measure(context: BenchContext): Promise<BenchSection['measures']>;
}

export async function prepareBenchContext(): Promise<BenchContext> {
  const root = scratchFolder('bench');
  const articles = Number(process.env.BENCH_ARTICLES ?? 10_000);
  if (!Number.isInteger(articles) || articles < 100) {
    throw new Error('BENCH_ARTICLES is a whole number of at least 100');
  }
  const short = process.env.SHORT === '1';
  const buildFolder = path.join(root, 'dist');
  const port = await getBenchPort();
  const sources = hashInputs(SITE_SOURCES);
  const build = await getCachedFolder(`build-${sources}`, async (target) => {
    logProgress('building the code');
    buildInto(path.join(target, 'dist'));
  });
  cpSync(path.join(build, 'dist'), buildFolder, { recursive: true });
  const sites = new Map<number, string>();
  let folders = 0;

  const folder = (name: string) => {
    folders += 1;
    const target = path.join(root, `${folders}-${name}`);
    mkdirSync(target);
    return target;
  };
  const start: BenchContext['start'] = (dataFolder, environment = {}) =>
    startServer({ dataFolder, buildFolder, port, environment });
  const getSeededFolder = (count: number) =>
    getCachedFolder(`articles-${count}-${hashInputs(SEED_SOURCES, count)}`, async (target) => {
      logProgress(`seeding ${count} articles`);
      await seedArticles(target, count);
    });
  const database = async (count: number) => {
    const target = folder(`site-${count}`);
    cpSync(await getSeededFolder(count), target, { recursive: true });
    return target;
  };
  // URLs in pages contain the port.
  const getPublishedFolder = (count: number) =>
    getCachedFolder(
      `site-${count}-${hashInputs(SEED_SOURCES, count, sources, port)}`,
      async (target) => {
        cpSync(await getSeededFolder(count), target, { recursive: true });
        logProgress(`publishing ${count} articles`);
        const server = await start(target);
        await waitForJobs(target, ['publish', 'release', 'follow', 'compress'], RELEASE_TIMEOUT_MS);
        await server.stop();
      },
    );
  return {
    articles,
    short,
    buildFolder,
    port,
    folder,
    database,
    start,
    cacheSite: (count, dataFolder) => sites.set(count, dataFolder),
    async site(count) {
      const existing = sites.get(count);
      if (existing) return existing;
      const target = folder(`site-${count}`);
      copySite(await getPublishedFolder(count), target);
      sites.set(count, target);
      return target;
    },
  };
}

/** Copies a data folder with hard links, because files of a release are replaced and never modified in place. */
function copySite(from: string, to: string): void {
  const releases = path.join(from, 'releases');
  const filter = (file: string) => file !== releases;
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
  const copy = (options: string) =>
    spawnSync('cp', [options, releases, to], { stdio: ['ignore', 'ignore', 'ignore'] }).status;
  // Hard links do not work across file systems.
  if (copy('-al') !== 0 && copy('-af') !== 0) throw new Error(`${releases} could not be copied`);
}

/** Returns a hash of files, of all files in folders except tests, and of other values. */
function hashInputs(paths: string[], ...values: unknown[]): string {
  const files = paths.flatMap((name) =>
    statSync(path.join(project, name)).isFile()
      ? [name]
      : readdirSync(path.join(project, name), { recursive: true, encoding: 'utf8' })
          .map((inner) => path.join(name, inner))
          .filter(
            (file) => !file.endsWith('.test.ts') && statSync(path.join(project, file)).isFile(),
          ),
  );
  const hash = createHash('sha256').update(JSON.stringify(values));
  for (const file of files.sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(project, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the cached folder with this name, or creates it.
 * @param name identifies the kind and the hash of the inputs
 * @param fill writes the files of a new folder
 */
async function getCachedFolder(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(cacheRoot, name);
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  // Renamed when it is complete, so that an interrupted run leaves no incomplete entry.
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldEntries();
  return folder;
}

function removeOldEntries(): void {
  const folders = readdirSync(cacheRoot)
    .map((name) => path.join(cacheRoot, name))
    .map((folder) => ({ folder, usedAt: statSync(folder).mtimeMs }))
    .sort((first, second) => second.usedAt - first.usedAt);
  for (const { folder } of folders.slice(ENTRIES_MAX)) {
    rmSync(folder, { recursive: true, force: true });
  }
}
