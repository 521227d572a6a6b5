import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test as rule } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { PageViewReport } from '#contracts/overview.ts';
import { ENTRIES_PER_DAY, sanitizeQuery } from '../../services/page-views/view-counter.ts';
import { rollUpPageViews, VIEW_RETENTION_DAYS } from '../../services/page-views/view-report.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { IdlePublisher } from '../../testing/fakes.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

let test: TestApp;
let admin: Caller;
let folder: string;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  folder = mkdtempSync(path.join(os.tmpdir(), 'live-'));
  for (const page of ['', 'about', 'project', 'blog/a-note']) addPage(page);
  (test.context.publisher as IdlePublisher).folder = folder;
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

function addPage(page: string): void {
  mkdirSync(path.join(folder, page), { recursive: true });
  writeFileSync(path.join(folder, page, 'index.html'), '<!doctype html>');
}

interface Reader {
  address?: string;
  headers?: Record<string, string>;
}

function open(page: string | object, { address = '192.0.2.1', headers = {} }: Reader = {}) {
  return test.app.inject({
    method: 'POST',
    url: '/api/views',
    payload: typeof page === 'string' ? { path: page } : page,
    remoteAddress: address,
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': firefox, ...headers },
  });
}

async function report(days = '30'): Promise<PageViewReport> {
  // Signed in again, because the clock may have advanced by days.
  const reader = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return (await reader(`GET /api/admin/views?days=${days}`)).json();
}

describe('a page view', () => {
  it('returns no content and is counted by page and visitor', async () => {
    const response = await open('/about');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    await open('/about');
    await open('/about', { address: '192.0.2.2' });
    await open('/');
    const { views, visitors, pages } = await report();
    expect({ views, visitors }).toEqual({ views: 4, visitors: 2 });
    expect(pages).toEqual([
      { path: '/about', views: 3, visitors: 2 },
      { path: '/', views: 1, visitors: 1 },
    ]);
  });

  it('of another spelling of the path is counted for the same page', async () => {
    for (const form of ['/about', '/about/', '/about/index.html', '/%61bout']) await open(form);
    expect((await report()).pages).toEqual([{ path: '/about', views: 4, visitors: 1 }]);
  });

  it('of a missing page is counted separately', async () => {
    for (const address of ['/nothing', '/../../etc/passwd', '/about%00', '/\ud800'])
      await open(address);
    const { pages, missing, views } = await report();
    expect(pages).toEqual([]);
    expect(missing.map((page) => page.path)).toContain('/nothing');
    expect(views).toBe(4);
  });

  it.each([
    ['https://news.example/item?id=7&token=abc', 'news.example'],
    ['https://www.search.example/', 'search.example'],
    ['http://localhost:3000/blog?code=1', null],
    ['http://localhost:80/x', null],
    ['javascript:alert(1)', null],
    ['not an address', null],
    ['', null],
  ])('from %j stores only the host', async (referrer, host) => {
    await open({ path: '/about', referrer });
    const { referrers } = await report();
    expect(referrers).toEqual(host === null ? [] : [{ host, views: 1, visitors: 1 }]);
  });

  it('of the same visitor on the next day counts as a new visitor', async () => {
    await open('/');
    test.clock.advance(DAY_MS);
    await open('/');
    expect(await report()).toMatchObject({ views: 2, visitors: 2 });
  });
});

describe('views that are not counted:', () => {
  const bots = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'Mozilla/5.0 (compatible; YandexBot/3.0)',
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23',
    'Slackbot-LinkExpanding 1.0',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 11) Chrome-Lighthouse',
    'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
    'curl/8.14.1',
    'python-requests/2.32',
    'Go-http-client/2.0',
    'UptimeRobot/2.0',
    'Feedly/1.0',
  ];
  it.each<[string, Reader]>([
    ...bots.map((bot): [string, Reader] => [bot, { headers: { 'user-agent': bot } }]),
    ['a nameless program', { headers: { 'user-agent': '' } }],
    ['who asks by DNT', { headers: { dnt: '1' } }],
    ['who asks by GPC', { headers: { 'sec-gpc': '1' } }],
  ])('%s', async (_who, reader) => {
    expect((await open('/about', reader)).statusCode).toBe(204);
    expect(await report()).toMatchObject({ views: 0, visitors: 0, pages: [] });
  });

  it('the admin, and pages of the admin', async () => {
    const headers = { 'user-agent': firefox };
    expect((await admin('POST /api/views', { path: '/about' }, headers)).statusCode).toBe(204);
    await open('/admin/messages');
    await open('/admin/blog/new');
    expect((await report()).views).toBe(0);
  });

  it.each([
    firefox,
    'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Lynx/2.9.0',
  ])('does count %s', async (browser) => {
    await open('/about', { headers: { 'user-agent': browser, dnt: '0' } });
    expect((await report()).views).toBe(1);
  });
});

describe('the query of a view', () => {
  it.each([
    ['?technology=react', 'technology=react'],
    ['?utm_source=news&utm_medium=mail', 'utm_medium=mail&utm_source=news'],
    ['?page=2&sort=new', 'page=2&sort=new'],
    ['?code=AQT&state=xyz', ''],
    ['?token=abc&page=2', 'page=2'],
    ['?access_token=abc', ''],
    ['?accessToken=abc&sessionId=1', ''],
    ['?setup=abc', ''],
    ['?api-key=1&password=x&secret=1&otp=1', ''],
    ['?next=%2Fadmin', ''],
    ['?email=ann%40example.org&q=ann%40example.org', ''],
    ['?gclid=Cj0KCQ&fbclid=IwAR', ''],
    ['?ref=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', ''],
    [`?a=${'long '.repeat(40)}`, ''],
    ['', ''],
  ])('%s is stored as %j', async (query, kept) => {
    await open({ path: '/project', query });
    const expected = kept === '' ? [] : [{ path: `/project?${kept}`, views: 1, visitors: 1 }];
    expect((await report()).queries).toEqual(expected);
  });

  rule('never carries what gives access, wherever it stands', () => {
    const names = fc.constantFrom(
      'code',
      'state',
      'token',
      'setup',
      'secret',
      'Password',
      'refresh_token',
    );
    const harmless = fc.dictionary(
      fc.stringMatching(/^[a-h]{1,4}$/),
      fc.stringMatching(/^\w{0,9}$/),
    );
    fc.assert(
      fc.property(names, fc.stringMatching(/^[x-z]{6,30}$/), harmless, (name, value, others) => {
        const query = new URLSearchParams({ ...others, [name]: `${value}!` });
        expect(sanitizeQuery(`?${query}`)).not.toContain(value);
      }),
    );
  });
});

describe('stored page views', () => {
  it('contain no IP address or browser, not even hashed beyond the day', async () => {
    const { _id } = await createByApi(admin, { title: 'A note' });
    const reader = {
      address: '198.51.100.77',
      headers: { 'user-agent': 'A very personal browser' },
    };
    await open({ path: '/blog/a-note', referrer: 'https://mail.example/inbox/4711' }, reader);
    await open({ path: '/about', query: '?token=verysecret' }, reader);
    expect((await report()).views).toBe(2);
    expect((await admin(`GET /api/articles/${_id}`)).json().views).toBe(1);
    const { database, config } = test.context;
    database.raw.pragma('wal_checkpoint(TRUNCATE)');
    const file = readFileSync(path.join(config.dataFolder, 'test.db')).toString('latin1');
    const packed = Buffer.from([198, 51, 100, 77]).toString('latin1');
    expect(file).not.toMatch(/198\.51\.100|very personal|verysecret|inbox\/4711/);
    expect(database.raw.serialize().toString('latin1').includes(packed)).toBe(false);
    // The only trace of a visitor is deleted at the end of the day.
    const traces = () => database.raw.prepare('SELECT visitor FROM article_views').pluck().all();
    const [first] = traces();
    test.clock.advance(DAY_MS);
    await open('/blog/a-note', reader);
    await report();
    expect(traces()).toHaveLength(2);
    expect(traces().filter((trace) => trace === first)).toHaveLength(1);
  });

  it('use one salt per day and process, so that visitors differ between processes', async () => {
    const other = await buildTestApp();
    const traceOf = async (site: TestApp) => {
      const owner = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
      const { _id } = await createByApi(owner);
      await callerOf(site.app)(`PUT /api/articles/${_id}`, { views: 1 }, { 'user-agent': firefox });
      return site.context.database.raw.prepare('SELECT visitor FROM article_views').pluck().get();
    };
    expect(await traceOf(test)).not.toBe(await traceOf(other));
    await other.close();
  });

  it('are written together', async () => {
    const { database } = test.context;
    const changes = () => database.raw.prepare('SELECT total_changes()').pluck().get() as number;
    const before = changes();
    for (let number = 0; number < 500; number += 1) {
      await open('/about', { address: `10.0.${number % 2}.${number % 250}` });
    }
    expect(await report('1')).toMatchObject({ views: 500, visitors: 250 });
    // A few writes per second, and the session of the caller.
    expect(changes() - before).toBeLessThan(100);
  });

  it('are written at shutdown', async () => {
    await open('/about');
    await test.app.close();
    const rows = test.context.database.raw.prepare('SELECT path, views FROM page_views').all();
    expect(rows).toEqual([{ path: '/about', views: 1 }]);
  });

  it('wait while the database cannot be written', async () => {
    const { database } = test.context;
    database.raw.pragma('query_only = true');
    await open('/about');
    expect((await admin('GET /api/admin/views')).statusCode).toBe(500);
    await open('/about');
    database.raw.pragma('query_only = false');
    expect((await report()).pages).toEqual([{ path: '/about', views: 2, visitors: 1 }]);
  });

  it('stay limited for any input, and pages are still counted', async () => {
    for (let number = 0; number < ENTRIES_PER_DAY + 50; number += 1) await open(`/scan-${number}`);
    for (let number = 0; number < 20; number += 1) {
      await open({
        path: '/about',
        query: `?page=${number}`,
        referrer: `https://host${number}.example`,
      });
    }
    const { views, missing, pages } = await report();
    expect(views).toBe(ENTRIES_PER_DAY + 70);
    expect(pages).toEqual([{ path: '/about', views: 20, visitors: 1 }]);
    expect(missing[0]).toMatchObject({ path: '*', views: 50 });
    const rows = test.context.database.raw.prepare('SELECT count(*) FROM page_views').pluck().get();
    expect(rows).toBe(ENTRIES_PER_DAY + 2);
  });
});

describe('an article', () => {
  it('has as many views as unique visitors, from both endpoints', async () => {
    const { _id } = await createByApi(admin, { title: 'A note' });
    const put = (address: string) =>
      test.app.inject({
        method: 'PUT',
        url: `/api/articles/${_id}`,
        payload: { views: 1 },
        remoteAddress: address,
        headers: { 'sec-fetch-site': 'same-origin', 'user-agent': firefox },
      });
    await open('/blog/a-note');
    expect((await put('192.0.2.1')).json().article.views).toBe(1);
    expect((await put('192.0.2.2')).json().article.views).toBe(2);
    await open('/blog/a-note', { address: '192.0.2.2' });
    await open({ path: '/blog/a-note', query: '?page=2' }, { address: '192.0.2.3' });
    const { articles } = await report();
    expect(articles).toEqual([
      { _id, title: 'A note', slug: 'a-note', views: 5, visitors: 3, total: 3 },
    ]);
  });
});

describe('the report', () => {
  it('covers the requested days, including those without views', async () => {
    await open('/');
    test.clock.advance(3 * DAY_MS);
    await open('/about');
    const week = await report('7');
    expect(week).toMatchObject({ days: '7', unit: 'day', views: 2 });
    expect(week.bars.map((bar) => bar.views)).toEqual([0, 0, 0, 1, 0, 0, 1]);
    expect(week.bars.at(-1)?.from).toBe('2026-01-18');
    expect(await report('1')).toMatchObject({ views: 1, pages: [{ path: '/about' }] });
    const year = await report('365');
    expect(year.unit).toBe('month');
    expect(year.bars).toHaveLength(13);
    expect(year.bars.at(-1)).toEqual({ from: '2026-01-01', views: 2, visitors: 2 });
  });

  it('keeps old days by month without losing views', async () => {
    for (let day = 0; day < 40; day += 1) {
      await open({ path: '/about', referrer: 'https://news.example/' });
      await report();
      test.clock.advance(DAY_MS);
    }
    await open('/nothing');
    expect((await report('all')).views).toBe(41);
    test.clock.advance((VIEW_RETENTION_DAYS - 5) * DAY_MS);
    for (let times = 0; times < 2; times += 1) await rollUpPageViews(test.context);
    const all = await report('all');
    expect(all).toMatchObject({ views: 41, pages: [{ path: '/about', views: 40, visitors: 40 }] });
    expect(all.bars[0]).toEqual({ from: '2026-01-01', views: 17, visitors: 17 });
    expect(all.bars.map((bar) => bar.views).slice(0, 3)).toEqual([17, 24, 0]);
    const days = test.context.database.raw.prepare('SELECT count(*) FROM view_days').pluck().get();
    expect(days).toBe(24);
  });

  it('is only available to admins', async () => {
    expect((await callerOf(test.app)('GET /api/admin/views')).statusCode).toBe(401);
    expect((await admin('GET /api/admin/views?days=5')).statusCode).toBe(400);
  });
});

describe('an invalid view is rejected:', () => {
  it.each([
    ['no path', {}],
    ['a path without its slash', { path: 'about' }],
    ['a path that is too long', { path: `/${'x'.repeat(2000)}` }],
    ['a number', { path: 7 }],
    ['what was not asked for', { path: '/', ip: '1.2.3.4' }],
  ])('%s', async (_what, payload) => {
    const response = await open(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('VALIDATION');
    expect((await report()).views).toBe(0);
  });

  it('a body of more than 4 KB', async () => {
    const response = await open({ path: '/', query: 'x'.repeat(5000) });
    expect([response.statusCode, response.json().code]).toEqual([413, 'TOO_LARGE']);
  });

  it('a request of another site', async () => {
    const response = await open('/about', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect([response.statusCode, response.json().code]).toEqual([403, 'CROSS_SITE']);
  });

  it('more than 120 per minute of one client', async () => {
    const limited = await buildTestApp({ config: { rateLimits: true } });
    const statuses = [];
    for (let number = 0; number < 125; number += 1) {
      const response = await limited.app.inject({
        method: 'POST',
        url: '/api/views',
        payload: { path: '/' },
        headers: { 'sec-fetch-site': 'same-origin', 'user-agent': firefox },
      });
      statuses.push(response.statusCode);
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(120);
    expect(statuses.at(-1)).toBe(429);
    await limited.close();
  });
});
