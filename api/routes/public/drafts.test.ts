import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { startTestRelease } from '../../testing/test-release.ts';

let test: TestApp;
let admin: Caller;
let guest: Caller;
let release: Awaited<ReturnType<typeof startTestRelease>>;
let draft: Awaited<ReturnType<typeof createByApi>>;

beforeAll(async () => {
  test = await buildTestApp();
  // A month passes in this test, which is longer than a session.
  admin = async (...call) => callerOf(test.app, await signedInAs(test, { role: 'admin' }))(...call);
  guest = callerOf(test.app);
  release = await startTestRelease(test);
});
afterAll(() => test.close());

beforeEach(async () => {
  draft = await createByApi(admin, {
    title: 'Not out yet',
    draft: true,
    markdown: '## A heading\n\nFirst words.',
  });
});

const share = async (days = 7, article = draft._id) => {
  const made = await admin(`POST /api/admin/articles/${article}/links`, { days });
  expect([made.statusCode, made.json().link?.url]).toEqual([201, expect.any(String)]);
  const { link } = made.json();
  return { ...link, path: new URL(link.url).pathname as string };
};
const asPage = { accept: 'text/html' };
const openLinks = async () =>
  (await admin(`GET /api/admin/articles/${draft._id}/links`)).json().links as {
    _id: string;
    url: string;
    seenAt: string | null;
  }[];

describe('a draft link', () => {
  it('shows guests the page of the draft with a note and its expiry', async () => {
    const { path, endsAt } = await share(1);
    expect(Date.parse(endsAt) - test.clock.now()).toBe(DAY_MS);
    const page = await guest(`GET ${path}`, undefined, asPage);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<h1>Not out yet</h1>');
    expect(page.body).toContain('First words.');
    expect(page.body).toContain('This is a draft');
    expect(page.body).toContain(`datetime="${endsAt}"`);
  });

  it('prevents indexing, caching, referrers and scripts', async () => {
    const { path } = await share();
    const page = await guest(`GET ${path}`, undefined, asPage);
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("script-src 'none'"),
    });
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    expect(page.body).not.toMatch(/<script|rel="canonical"|<button[^>]*data-(?:like|responses)/);
  });

  it('shows changes of the draft immediately', async () => {
    const { path } = await share();
    await admin(`PUT /api/articles/${draft._id}`, {
      title: 'Another name',
      markdown: 'New words.',
    });
    const page = await guest(`GET ${path}`, undefined, asPage);
    expect(page.body).toContain('<h1>Another name</h1>');
    expect(page.body).toContain('New words.');
  });

  it('is listed with its last use until it ends', async () => {
    const { path, _id, url } = await share();
    expect(await openLinks()).toMatchObject([{ _id, url, seenAt: null }]);
    await guest(`GET ${path}`, undefined, asPage);
    const seen = new Date(test.clock.now()).toISOString();
    expect(await openLinks()).toMatchObject([{ _id, seenAt: seen }]);
    test.clock.advance(7 * DAY_MS);
    expect(await openLinks()).toEqual([]);
  });

  it('ends when it expires or is revoked, with a page that explains it', async () => {
    const week = await share(7);
    const month = await share(30);
    const read = async (path: string) => {
      const { statusCode, body } = await guest(`GET ${path}`, undefined, asPage);
      return [statusCode, /<h1[^>]*>([^<]*)/.exec(body)?.[1]];
    };
    const ended = [404, 'This link has expired'];
    test.clock.advance(7 * DAY_MS - 1);
    expect(await read(week.path)).toEqual([200, 'Not out yet']);
    test.clock.advance(1);
    expect(await read(week.path)).toEqual(ended);
    expect(await read(month.path)).toEqual([200, 'Not out yet']);
    const left = await admin(`DELETE /api/admin/articles/${draft._id}/links/${month._id}`);
    expect(left.json()).toEqual({ links: [] });
    expect(await read(month.path)).toEqual(ended);
    const asProgram = await guest(`GET ${month.path}`);
    expect([asProgram.statusCode, asProgram.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is invalid with any changed character', async () => {
    const { path } = await share();
    const token = path.slice('/preview/'.length);
    const [id = '', ends = '', mac = ''] = token.split('.');
    const later = (Number.parseInt(ends, 36) + DAY_MS).toString(36);
    const swap = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    const forged = [
      `${id}.${later}.${mac}`,
      `${swap(id)}.${ends}.${mac}`,
      `${id}.${ends}.${swap(mac)}`,
      `${id}.${ends}.`,
      `${id}.${ends}`,
      `${token}.x`,
      `${token}=`,
      `${token}%20`,
      id,
      'x',
      '..%2f..%2ftest.db',
    ];
    const results: unknown[] = [];
    for (const one of forged) {
      results.push([one, (await guest(`GET /preview/${one}`, undefined, asPage)).statusCode]);
    }
    expect(results).toEqual(forged.map((one) => [one, 404]));
  });

  it('redirects to the published article and returns 404 for an article in the bin', async () => {
    const { path } = await share();
    const images = await coverByApi(admin);
    const published = { ...publishable, images, slug: `out-${draft._id}` };
    await admin(`PUT /api/articles/${draft._id}`, published);
    await release.publish();
    const moved = await guest(`GET ${path}`, undefined, asPage);
    expect([moved.statusCode, moved.headers.location]).toEqual([302, `/blog/out-${draft._id}`]);
    await admin(`DELETE /api/articles/${draft._id}`);
    expect((await guest(`GET ${path}`, undefined, asPage)).statusCode).toBe(404);
  });
});

describe('sharing', () => {
  it('is limited to admins, drafts and the offered periods', async () => {
    const path = `/api/admin/articles/${draft._id}/links`;
    const member = callerOf(test.app, await signedInAs(test));
    const live = await createByApi(admin, { title: 'Out already' });
    const results = [
      await guest(`POST ${path}`, { days: 1 }),
      await member(`POST ${path}`, { days: 1 }),
      await member(`GET ${path}`),
      await admin(`POST ${path}`, { days: 365 }),
      await admin(`POST /api/admin/articles/${live._id}/links`, { days: 1 }),
      await admin('POST /api/admin/articles/none/links', { days: 1 }),
      await admin(`DELETE ${path}/none`),
    ];
    expect(results.map(({ statusCode }) => statusCode)).toEqual([
      401, 403, 403, 400, 409, 404, 404,
    ]);
  });

  it('does not revoke links of other drafts', async () => {
    const other = await createByApi(admin, { title: 'Another draft', draft: true });
    const { _id, path } = await share(7, other._id);
    const response = await admin(`DELETE /api/admin/articles/${draft._id}/links/${_id}`);
    expect(response.statusCode).toBe(404);
    expect((await guest(`GET ${path}`, undefined, asPage)).statusCode).toBe(200);
  });

  it('allows 20 open links per draft', async () => {
    for (let made = 0; made < 20; made += 1) await share(1);
    const more = await admin(`POST /api/admin/articles/${draft._id}/links`, { days: 1 });
    expect(more.json().msg).toBe('20 links to this draft are active. Revoke one of them first.');
  });
});

it('allows 60 requests per IP address and minute', async () => {
  const limited = await buildTestApp({ config: { rateLimits: true } });
  const knock = async () => (await callerOf(limited.app)('GET /preview/x')).statusCode;
  const results: number[] = [];
  for (let times = 0; times < 61; times += 1) results.push(await knock());
  expect(results).toEqual([...Array(60).fill(404), 429]);
  limited.clock.advance(60_000);
  expect(await knock()).toBe(404);
  await limited.close();
});
