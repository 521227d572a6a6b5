import type { Browser } from '@playwright/test';
import { launchBrowser } from '../../api/testing/find-browser.ts';
import { freePort } from '../../api/testing/local-server.ts';
import { takeBuild } from '../harness/build.ts';
import { createOwnerClient } from '../harness/client.ts';
import { removeFolder, scratchFolder } from '../harness/scratch.ts';
import { sampleOfWords } from '../harness/seed.ts';
import { type RunningServer, startServer, waitForJobs } from '../harness/server.ts';

/** Longest wait for jobs, in milliseconds. Most of it is for the images of the demo content. */
const LIMIT_MS = 300_000;
/** Number of words in the article for the budget of the first screen. */
const WORDS = 1500;

export interface DemoSite {
  server: RunningServer;
  browser: Browser;
  /** Port of the browser for debuggers such as Lighthouse. */
  debuggingPort: number;
  /** An article of the demo content with an image. */
  articlePath: string;
  /** An article of about 1,500 words without images. */
  longArticlePath: string;
  close(): Promise<void>;
}

/** Starts the real server with the demo content, and a browser. */
export async function openDemoSite(): Promise<DemoSite> {
  const dataFolder = scratchFolder('demo');
  const settings = { dataFolder, buildFolder: takeBuild(), port: await freePort() };
  const environment = { MAKE_PICTURES: 'true' };
  const server = await startServer({ ...settings, seed: 'demo', environment });
  const client = createOwnerClient(server);
  await client.signIn();
  const { article } = await client.save('POST', '/api/articles', {
    title: 'An article of fifteen hundred words',
    subtitle: 'To be weighed',
    description: 'As long as an article usually is.',
    markdown: sampleOfWords(7, WORDS),
    tags: ['bench'],
    images: await client.uploadCover(),
    draft: false,
  });
  await waitForJobs(dataFolder, ['publish', 'og-images', 'images'], LIMIT_MS);
  await waitForJobs(dataFolder, ['refresh', 'follow', 'compress'], LIMIT_MS);
  const debuggingPort = await freePort();
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${debuggingPort}`] });
  return {
    server,
    browser,
    debuggingPort,
    articlePath: '/blog/the-outbox-and-the-kill',
    longArticlePath: `/blog/${article.slug}`,
    async close() {
      await browser.close();
      await server.stop();
      removeFolder(dataFolder);
    },
  };
}
