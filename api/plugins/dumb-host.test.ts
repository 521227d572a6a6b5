import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type BuiltPage, PAGE_LIST_PATH } from '#contracts/page-list.ts';
import { callerOf, createByApi } from '../testing/api-caller.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { signedInAs } from '../testing/signed-in-as.ts';
import { pagerLinks } from '../testing/site-files.ts';
import { createPlainMarkdown } from '../testing/stand-ins.ts';
import { startTestRelease } from '../testing/test-release.ts';

/** The plainest file server: a file, or the index of a folder, or nothing. */
async function serve(folder: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const names = [decodeURI(pathname), `${decodeURI(pathname)}/index.html`];
    const file = names
      .map((name) => path.join(folder, name))
      .find((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
    if (file) createReadStream(file).pipe(reply);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

const addressesIn = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? ''));

it('a host that knows files alone gives every page, list, feed, picture and redirect', async () => {
  const test = await buildTestApp({
    markdown: createPlainMarkdown(),
  });
  const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  for (let number = 0; number < 40; number += 1) {
    const more = number % 2 ? { tags: 'Ünï,css', series: 'Größe' } : {};
    await createByApi(admin, { title: `日本 Article ${number}`, ...more });
  }
  const moved = await createByApi(admin, { title: 'Old' });
  await admin(`PUT /api/articles/${moved._id}`, { slug: 'new' });
  const { siteFolder } = await startTestRelease(test);
  const host = await serve(siteFolder);
  const problems: string[] = [];
  const read = async (address: string): Promise<string> => {
    const answer = await fetch(host.origin + address);
    if (!answer.ok) problems.push(`${answer.status} ${address}`);
    return answer.text();
  };

  const shards = addressesIn(await read('/sitemap.xml'));
  expect(shards.map((shard) => shard.pathname)).toEqual(['/sitemap-pages.xml', '/sitemap-0.xml']);
  const pages = new Set<string>();
  for (const shard of shards) {
    for (const page of addressesIn(await read(shard.pathname))) pages.add(page.pathname);
  }
  const built: BuiltPage[] = JSON.parse(await read(PAGE_LIST_PATH));
  const listed = built.filter((page) => page.listed);
  expect(listed.map((page) => page.path)).toEqual(
    expect.arrayContaining(['/about', '/contact', '/project', '/project/1', '/resume', '/tools']),
  );
  // The entrances of blog and shop, what the code alone makes, two tags, a series, and the articles.
  expect(pages.size).toBe(4 + listed.length + 3 + 41);
  for (let list: string | null = '/blog'; list; list = pagerLinks(await read(list)).older) {
    pages.add(list);
  }
  const linked = new Set<string>();
  for (const page of pages) {
    const html = await read(page);
    expect([page, html.includes('</body></html>')]).toEqual([page, true]);
    // What scripts make copies of has no address yet.
    const shown = html.replaceAll(/<template.*?<\/template>/gs, '');
    for (const [, target = ''] of shown.matchAll(/ (?:href|src)="(\/[^"#?]*)/g)) linked.add(target);
  }
  // Pages that come with later work, which the header names already, and links to nothing on purpose.
  const later = /^\/(gamecorner\/(this-page|game\/404)$|profile|admin\/(users|shop|uploads))/;
  // The sample profile tells of the sample articles, which this database does not have.
  const profile = readdirSync('content/profile').map((name) =>
    readFileSync(path.join('content/profile', name), 'utf8'),
  );
  const sample = (address: string) => profile.some((text) => text.includes(`"${address}"`));
  for (const address of linked) {
    if (!later.test(address) && !(/^\/(blog|series)\//.test(address) && sample(address))) {
      await read(address);
    }
  }
  for (const feed of ['/rss.xml', '/atom.xml', '/feed.json', '/robots.txt']) await read(feed);
  expect(await read('/blog/old')).toContain('content="0; url=/blog/new"');
  expect(await read(`/blog/${moved._id}`)).toContain('content="0; url=/blog/new"');
  expect(problems).toEqual([]);
  host.close();
  await test.close();
});
