import { expect, it } from 'vitest';
import { gameCornerGuard, shopGuard } from '../publisher/guarded-pages.ts';
import { callerOf, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import { productByApi } from '../testing/products.ts';
import { filesContaining, readSiteFile, startTestRelease } from '../testing/test-release.ts';

it('a Game Corner for members is an empty shell to everyone else, in every file', {
  tags: ['topic'],
}, async () => {
  const test = await buildTestApp({ config: { guards: [gameCornerGuard] } });
  const member = await signedInAs(test);
  const { siteFolder } = await startTestRelease(test);
  const open = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers });

  for (const pagePath of ['/gamecorner', '/gamecorner/browser', '/gamecorner/game/11']) {
    const asGuest = await open(pagePath);
    expect([pagePath, asGuest.statusCode]).toEqual([pagePath, 200]);
    expect(asGuest.body).toContain('Checking your sign-in');
    expect(asGuest.body).not.toContain('Firewatch');
    const asMember = await open(pagePath, member.headers);
    expect([pagePath, asMember.body.includes('Firewatch')]).toEqual([pagePath, true]);
    expect(asMember.body).toContain(`href="${test.context.config.siteUrl}${pagePath}"`);
    for (const response of [asGuest, asMember]) {
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    }
  }
  for (const call of ['/api/games/9/scores', '/api/games/reviews', '/api/games/challenge']) {
    expect([call, (await open(call)).statusCode]).toEqual([call, 401]);
    expect([call, (await open(call, member.headers)).statusCode]).toEqual([call, 200]);
  }
  const found = async (word: string, headers = {}) =>
    (await open(`/api/search?q=${word}`, headers)).json();
  for (const word of ['firewatch', 'frewatch']) {
    expect(await found(word)).toEqual({ results: [], more: false, corrected: null });
    expect((await found(word, member.headers)).results).toMatchObject([{ kind: 'game' }]);
  }
  expect((await found('planner')).results).toMatchObject([{ kind: 'case-study' }]);
  expect(readSiteFile(siteFolder, '/search-index-built.json')).toContain('/project/2');
  const missing = await open('/gamecorner/game/404', member.headers);
  expect([missing.statusCode, missing.body.includes('Game not found')]).toEqual([404, true]);
  expect((await open('/about')).headers['cache-control']).toContain('public');

  // A static file host cannot reveal these pages either.
  expect(filesContaining(siteFolder, 'Firewatch')).toEqual([]);
  expect(readSiteFile(siteFolder, '/sitemap-pages.xml')).not.toContain('gamecorner');
  await test.close();
});

it('a shop for members is an empty shell to everyone else, in every file and every request', async () => {
  const test = await buildTestApp({
    config: { guards: [shopGuard], shopPublic: false },
    markdown: createPlainMarkdown(),
  });
  const member = await signedInAs(test);
  const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  const first = await productByApi(admin, { title: 'Velvet ledger' });
  const { siteFolder, refresh } = await startTestRelease(test);
  const second = await productByApi(admin, { title: 'Velvet ledger, part two' });
  await refresh();
  const open = (url: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url, headers });

  const detail = (key: string) => `/shop/products/detail/${key}`;
  const pages = ['/shop', '/shop/products', '/shop/products/page/1', detail(first.slug)];
  for (const pagePath of [...pages, detail(second.slug)]) {
    const asGuest = await open(pagePath);
    expect([pagePath, asGuest.statusCode]).toEqual([pagePath, 200]);
    expect(asGuest.body).toContain('Checking your sign-in');
    expect(asGuest.body).not.toContain('Velvet');
    const asMember = await open(pagePath, member.headers);
    expect([pagePath, asMember.body.includes('Velvet')]).toEqual([pagePath, true]);
    for (const response of [asGuest, asMember]) {
      expect(response.headers['cache-control']).toBe('private, no-store');
    }
  }
  // Guests cannot find out which URLs exist either.
  const nowhere = detail('no-such-product');
  expect((await open(nowhere)).body === (await open(detail(first.slug))).body).toBe(true);
  expect((await open(nowhere, member.headers)).statusCode).toBe(404);
  expect((await open(detail(first._id))).statusCode).toBe(200);
  expect((await open(detail(first._id), member.headers)).headers.location).toBe(detail(first.slug));
  for (const shell of ['/shop/cart', '/shop/products/history/some-order']) {
    expect((await open(shell)).body).toContain('Checking your sign-in');
    expect((await open(shell, member.headers)).body).toContain('data-loading');
  }

  // No link or list leads guests to guarded pages, and requests for them return an empty shell.
  expect(readSiteFile(siteFolder, '/about')).toContain('<html data-closed="/shop"');
  expect(readSiteFile(siteFolder, '/blog')).toContain('<html data-closed="/shop"');
  for (const list of ['sitemap.xml', 'sitemap-pages.xml', 'page-list.json', 'search-index.json']) {
    const named = readSiteFile(siteFolder, `/${list}`)?.match(/(?<!admin)\/shop|-products/g);
    expect([list, named]).toEqual([list, null]);
  }
  expect(filesContaining(siteFolder, 'Velvet')).toEqual([]);
  expect(filesContaining(siteFolder, first.slug)).toEqual([]);
  for (const call of ['/api/products', `/api/products/${first._id}`, '/api/category']) {
    expect([call, (await open(call)).json().code]).toEqual([call, 'NOT_SIGNED_IN']);
    expect([call, (await open(call, member.headers)).statusCode]).toEqual([call, 200]);
  }
  const found = async (word: string, headers = {}) =>
    (await open(`/api/search?q=${word}`, headers)).json();
  for (const word of ['velvet', 'vevlet']) {
    expect(await found(word)).toEqual({ results: [], more: false, corrected: null });
    expect((await found(word, member.headers)).results).toHaveLength(2);
  }

  await admin(`PUT /api/products/${first._id}`, { state: 'retired', title: 'Velvet no more' });
  await refresh();
  expect((await open(detail(first.slug), member.headers)).body).toContain('Velvet no more');
  expect((await open('/shop', member.headers)).body).not.toContain('Velvet no more');
  await test.close();
});
