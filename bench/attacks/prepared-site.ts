import path from 'node:path';
import { copyFolder, copyLeanBuild } from '../../api/testing/copy-folder.ts';
import { freePort } from '../../api/testing/local-server.ts';
import { takeBuild } from '../harness/build.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { seedArticles } from '../harness/seed.ts';
import { type ServerSettings, startServer, waitForJobs } from '../harness/server.ts';

const LIMIT_MS = 240_000;

let build: string | undefined;

/** Returns a build with few assets, copied once for all attacks. */
export function takeLeanBuild(): string {
  if (build === undefined) {
    build = path.join(scratchFolder('lean-build'), 'dist');
    copyLeanBuild(takeBuild(), build);
  }
  return build;
}

const publishedSites = new Map<number, Promise<ServerSettings>>();

/** Returns settings of a stopped site with so many articles, as a copy of a site that is published once. */
export async function prepareSite(articles: number): Promise<ServerSettings> {
  const publishing = publishedSites.get(articles) ?? publish(articles);
  publishedSites.set(articles, publishing);
  const settings = await publishing;
  const dataFolder = scratchFolder('site');
  copyFolder(settings.dataFolder, dataFolder);
  return { ...settings, dataFolder };
}

async function publish(articles: number): Promise<ServerSettings> {
  const settings = {
    dataFolder: scratchFolder('prepared'),
    buildFolder: takeLeanBuild(),
    port: await freePort(),
  };
  await seedArticles(settings.dataFolder, articles, 1);
  const server = await startServer(settings);
  await waitForJobs(settings.dataFolder, ['publish', 'release', 'follow'], LIMIT_MS);
  await server.stop();
  return settings;
}
