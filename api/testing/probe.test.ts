import { expect, it } from 'vitest';
import { buildTestApp } from './build-test-app.ts';
import { insertTestArticle, insertTestUser } from './factories.ts';
import { startTestRelease } from './test-release.ts';
import { startTestSite } from './test-site.ts';
import { listSiteFiles } from './site-files.ts';

it('in process', async () => {
  const test = await buildTestApp();
  const user = insertTestUser(test.context.database);
  for (let i = 0; i < 200; i++) insertTestArticle(test.context.database, { authorId: user.id, publishedAt: i });
  let t = performance.now();
  const release = await startTestRelease(test);
  process.stdout.write(`in process ${performance.now() - t}\n`);
  process.stdout.write([...listSiteFiles(release.siteFolder).keys()].filter(n => !n.startsWith('blog/a') && !n.startsWith('_')).join('\n'));
  expect((await test.app.inject('/blog')).statusCode).toBe(200);
  await test.close();
  t = performance.now();
  const site = await startTestSite();
  process.stdout.write(`\nworker ${performance.now() - t}\n`);
  t = performance.now();
  await site.settled();
  process.stdout.write(`settled ${performance.now() - t} ${site.logged}\n`);
  await site.close();
  t = performance.now();
});
