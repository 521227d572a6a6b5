import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildInto } from './build.ts';
import { hashInputs, keep } from './kept.ts';
import { type Chapter, say } from './report.ts';
import { scratchFolder } from './scratch.ts';
import { seedArticles } from './seed-articles.ts';
import { type RunningServer, startServer, usualPort } from './server.ts';
import { waitForJobs } from './site-database.ts';

/** Milliseconds the compressed twins of everything may take on a busy machine. */
const TWINS_LIMIT_MS = 900_000;
/** Everything that a published site is made from, besides its articles. */
const SITE_SOURCES = [
  'api',
  'content',
  'games',
  'site',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];
/** Everything that decides what a seeded database holds, besides the number of articles. */
const SEED_SOURCES = [
  'api/db',
  'api/markdown',
  'bench/stage/random.ts',
  'bench/stage/sample-markdown.ts',
  'bench/stage/seed-articles.ts',
];

/** What benches share: one build, one port, and sites of several sizes. */
export interface Stage {
  /** Articles of the large site. */
  articles: number;
  /** A quick form that shows that everything works; its numbers are rough. */
  short: boolean;
  buildFolder: string;
  port: number;
  folder(name: string): string;
  /** A new data folder that holds a database with so many articles, and no release yet. */
  database(articles: number): Promise<string>;
  /** A data folder with its release whole, twins included. Shared: benches may add to it. */
  site(articles: number): Promise<string>;
  /** Takes over what a bench has made as the site of that size. */
  keepSite(articles: number, dataFolder: string): void;
  start(dataFolder: string, environment?: Record<string, string>): Promise<RunningServer>;
}

export interface Bench {
  title: string;
  measure(stage: Stage): Promise<Chapter['measures']>;
}

export async function prepareStage(): Promise<Stage> {
  const root = scratchFolder('stage');
  const articles = Number(process.env.BENCH_ARTICLES ?? 10_000);
  if (!Number.isInteger(articles) || articles < 100) {
    throw new Error('BENCH_ARTICLES is a whole number of at least 100');
  }
  const short = process.env.SHORT === '1';
  const buildFolder = path.join(root, 'dist');
  const port = await usualPort();
  const sources = hashInputs(SITE_SOURCES);
  const build = await keep(`build-${sources}`, async (made) => {
    say('building the code');
    buildInto(path.join(made, 'dist'));
  });
  cpSync(path.join(build, 'dist'), buildFolder, { recursive: true });
  const sites = new Map<number, string>();
  let folders = 0;

  const folder = (name: string) => {
    folders += 1;
    const made = path.join(root, `${folders}-${name}`);
    mkdirSync(made);
    return made;
  };
  const start: Stage['start'] = (dataFolder, environment = {}) =>
    startServer({ dataFolder, buildFolder, port, environment });
  const seeded = (count: number) =>
    keep(`articles-${count}-${hashInputs(SEED_SOURCES, count)}`, async (made) => {
      say(`seeding ${count} articles`);
      await seedArticles(made, count);
    });
  const database = async (count: number) => {
    const made = folder(`site-${count}`);
    cpSync(await seeded(count), made, { recursive: true });
    return made;
  };
  // Pages hold the port in their addresses.
  const published = (count: number) =>
    keep(`site-${count}-${hashInputs(SEED_SOURCES, count, sources, port)}`, async (made) => {
      cpSync(await seeded(count), made, { recursive: true });
      say(`publishing ${count} articles`);
      const server = await start(made);
      await waitForJobs(made, ['publish', 'release', 'follow', 'compress'], TWINS_LIMIT_MS);
      await server.stop();
    });
  return {
    articles,
    short,
    buildFolder,
    port,
    folder,
    database,
    start,
    keepSite: (count, dataFolder) => sites.set(count, dataFolder),
    async site(count) {
      const known = sites.get(count);
      if (known) return known;
      const made = folder(`site-${count}`);
      copySite(await published(count), made);
      sites.set(count, made);
      return made;
    },
  };
}

/** Copies a data folder. Files of a release are replaced and never written into, so links will do. */
function copySite(from: string, to: string): void {
  const releases = path.join(from, 'releases');
  const filter = (file: string) => file !== releases;
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter });
  const copy = (options: string) =>
    spawnSync('cp', [options, releases, to], { stdio: ['ignore', 'ignore', 'ignore'] }).status;
  // Links do not reach another file system.
  if (copy('-al') !== 0 && copy('-af') !== 0) throw new Error(`${releases} could not be copied`);
}
