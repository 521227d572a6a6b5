import { type Browser, chromium } from '@playwright/test';
import { browserFlags, findBrowser } from '../../api/testing/find-browser.ts';
import { takeBuild } from '../stage/build.ts';
import { createOwnerClient } from '../stage/client.ts';
import { sampleOfWords } from '../stage/sample-markdown.ts';
import { removeFolder, scratchFolder } from '../stage/scratch.ts';
import { freePort, type RunningServer, startServer } from '../stage/server.ts';
import { waitForJobs } from '../stage/site-database.ts';

/** Making the pictures of the demo content takes most of it. */
const LIMIT_MS = 300_000;
/** Words of the article that the budget of the first screen speaks of. */
const WORDS = 1500;

export interface DemoSite {
  server: RunningServer;
  browser: Browser;
  /** Where the browser listens for debuggers, Lighthouse among them. */
  debuggingPort: number;
  /** An article of the demo content with a picture. */
  articlePath: string;
  /** An article of about 1,500 words without one. */
  longArticlePath: string;
  close(): Promise<void>;
}

/** The real server with the demo content, and a browser to look at it. */
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
  await waitForJobs(dataFolder, ['publish', 'share', 'pictures'], LIMIT_MS);
  await waitForJobs(dataFolder, ['refresh', 'follow', 'compress'], LIMIT_MS);
  const executablePath = findBrowser();
  const debuggingPort = await freePort();
  const browser = await chromium.launch({
    args: [...browserFlags, `--remote-debugging-port=${debuggingPort}`],
    ...(executablePath && { executablePath }),
  });
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
