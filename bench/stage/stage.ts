import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { buildInto } from './build.ts';
import { type Chapter, say } from './report.ts';
import { scratchFolder } from './scratch.ts';
import { seedArticles } from './seed-articles.ts';
import { freePort, type RunningServer, startServer } from './server.ts';
import { waitForJobs } from './site-database.ts';

/** Milliseconds the compressed twins of everything may take on a busy machine. */
const TWINS_LIMIT_MS = 900_000;

/** What benches share: one build, one port, and sites of several sizes. */
export interface Stage {
  /** Articles of the large site. */
  articles: number;
  /** A quick form that shows that everything works; its numbers are rough. */
  short: boolean;
  /** Milliseconds that the build took. */
  buildMs: number;
  buildFolder: string;
  port: number;
  folder(name: string): string;
  /** A new data folder that holds a database with so many articles, and no release yet. */
  database(articles: number): Promise<string>;
  /** A data folder with its release whole, twins included. Shared: benches may add to it. */
  site(articles: number): Promise<string>;
  /** Takes over what a bench has made as the site of that size. */
  keepSite(articles: number, dataFolder: string): void;
  start(dataFolder: string): Promise<RunningServer>;
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
  say('building the code');
  const buildMs = buildInto(buildFolder);
  const port = await freePort();
  const sites = new Map<number, string>();
  let folders = 0;

  const folder = (name: string) => {
    folders += 1;
    const made = path.join(root, `${folders}-${name}`);
    mkdirSync(made);
    return made;
  };
  const start = (dataFolder: string) => startServer({ dataFolder, buildFolder, port });
  const database = async (count: number) => {
    const seeded = path.join(root, `seeded-${count}`);
    if (!existsSync(seeded)) {
      say(`seeding ${count} articles`);
      await seedArticles(seeded, count);
    }
    const made = folder(`site-${count}`);
    copyFileSync(path.join(seeded, 'site.db'), path.join(made, 'site.db'));
    return made;
  };
  return {
    articles,
    short,
    buildMs,
    buildFolder,
    port,
    folder,
    database,
    start,
    keepSite: (count, dataFolder) => sites.set(count, dataFolder),
    async site(count) {
      const known = sites.get(count);
      if (known) return known;
      const made = await database(count);
      say(`publishing ${count} articles`);
      const server = await start(made);
      await waitForJobs(made, ['publish', 'release', 'follow', 'compress'], TWINS_LIMIT_MS);
      await server.stop();
      sites.set(count, made);
      return made;
    },
  };
}
