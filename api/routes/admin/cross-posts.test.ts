import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { readConfig } from '../../config.ts';
import { connections } from '../../db/schema/cross-posts.ts';
import { createCircuitBreaker } from '../../queue/queue.ts';
import { sendExpiryReminders } from '../../services/crosspost/connections.ts';
import { processNextCrossPost, serviceBackoff } from '../../services/crosspost/process-next.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  type SignedIn,
  signedInAgain,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { startCrossPostServices } from '../../testing/cross-post-services.ts';
import { sentEmails } from '../../testing/emails.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';

let services: Awaited<ReturnType<typeof startCrossPostServices>>;
let test: TestApp;
let admin: SignedIn;
let call: Caller;
beforeEach(async () => {
  services = await startCrossPostServices();
  const { crossPosts } = readConfig({ NODE_ENV: 'test', ...services.environment });
  const config = { crossPosts };
  test = await buildTestApp({ config, markdown: createPlainMarkdown() });
  admin = await signedInAs(test, { role: 'admin' });
  call = callerOf(test.app, admin);
});
afterEach(async () => {
  await test.close();
  await services.close();
});

const connect = (target: 'dev' | 'medium', key: string) =>
  call(`PUT /api/admin/connections/${target}`, { key });

async function stateOf(target: string) {
  const { connections: all } = (await call('GET /api/admin/connections')).json();
  return all.find((one: { target: string }) => one.target === target);
}

/** Follows the sign-in at LinkedIn like a browser, and returns its result. */
async function goToLinkedin(caller = call) {
  const { url } = (await caller('POST /api/admin/connections/linkedin')).json();
  const back = await fetch(url, { redirect: 'manual' });
  const location = new URL(back.headers.get('location') ?? '');
  const { code = '', state = '' } = Object.fromEntries(location.searchParams);
  return { authorizeUrl: new URL(url), location, code, state };
}

const finish = ({ code, state }: { code: string; state: string }, caller = call) =>
  caller('POST /api/admin/connections/linkedin/finish', { code, state });

describe('connecting a service', () => {
  it('tests a key before storing it, and never returns it', async () => {
    const refused = await connect('dev', 'wrong');
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { key: 'dev.to rejected this key.' },
    ]);
    expect(await stateOf('dev')).toMatchObject({ state: 'none', name: null });
    const done = await connect('dev', 'dev-key');
    expect(done.json()).toMatchObject({
      msg: 'dev.to is connected as Ann.',
      connection: { state: 'connected', name: 'Ann', expiresAt: null },
    });
    expect((await connect('medium', 'medium-token')).json().connection.state).toBe('connected');
    const everything = await call('GET /api/admin/connections');
    expect(everything.body).not.toMatch(/dev-key|medium-token/);
    const stored = test.context.database.query.select().from(connections).all();
    expect(JSON.stringify(stored.map((row) => row.encrypted.toString('latin1')))).not.toMatch(
      /dev-key|medium-token/,
    );
    const log = await call('GET /api/admin/audit');
    expect(log.body).toContain('Connected a service');
    expect(log.body).not.toMatch(/dev-key|medium-token/);
  });

  it('reports the result of a test and connections that no longer work', async () => {
    await connect('dev', 'dev-key');
    const test = () => call('POST /api/admin/connections/dev/test');
    expect((await test()).json().msg).toBe('dev.to works, connected as Ann.');
    services.secrets.dev = 'another';
    expect((await test()).statusCode).toBe(409);
    expect(await stateOf('dev')).toMatchObject({ state: 'refused', name: 'Ann' });
    services.secrets.dev = 'dev-key';
    await test();
    expect(await stateOf('dev')).toMatchObject({ state: 'connected' });
    await services.close();
    const away = await test();
    expect([away.statusCode, away.json().code]).toEqual([502, 'SERVICE_UNAVAILABLE']);
    expect(await stateOf('dev')).toMatchObject({ state: 'connected' });
    await call('DELETE /api/admin/connections/dev');
    expect(await stateOf('dev')).toMatchObject({ state: 'none' });
    expect((await test()).statusCode).toBe(404);
  });

  it('sends the admin to LinkedIn and back to the documented URL, and stores the token', async () => {
    const trip = await goToLinkedin();
    expect(trip.authorizeUrl.search).toContain('scope=openid%20profile%20w_member_social');
    expect(Object.fromEntries(trip.authorizeUrl.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app',
      redirect_uri: 'http://localhost:3000/admin/blog/new',
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'openid profile w_member_social',
    });
    expect(trip.location.pathname).toBe('/admin/blog/new');
    const response = await finish(trip);
    expect(response.json()).toMatchObject({
      msg: 'LinkedIn is connected as Ann Example.',
      connection: { state: 'connected', daysLeft: 60 },
    });
    test.clock.advance(60 * DAY_MS);
    const later = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const { connections: all } = (await later('GET /api/admin/connections')).json();
    expect(all[0]).toMatchObject({ target: 'linkedin', state: 'expired', daysLeft: 0 });
  });

  it('accepts a callback once, in the same session and in time, and otherwise stores nothing', async () => {
    const trip = await goToLinkedin();
    const elsewhere = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const wrong: [string, () => ReturnType<Caller>][] = [
      ['invented', () => finish({ code: 'x', state: 'x'.repeat(43) })],
      ['of another session', async () => finish(await goToLinkedin(), elsewhere)],
      ['with a code of its own', () => finish({ code: 'x', state: trip.state })],
      ['a second time', () => finish(trip)],
    ];
    for (const [name, attempt] of wrong) {
      const { statusCode, json } = await attempt();
      expect([name, statusCode, json().msg]).toEqual([
        name,
        403,
        expect.stringContaining('Nothing was saved'),
      ]);
    }
    const late = await goToLinkedin();
    test.clock.advance(11 * 60_000);
    expect((await finish(late)).statusCode).toBe(403);
    expect(await stateOf('linkedin')).toMatchObject({ state: 'none' });
  });

  it('reports missing LinkedIn credentials', async () => {
    const bare = await buildTestApp();
    const own = callerOf(bare.app, await signedInAs(bare, { role: 'admin' }));
    const response = await own('POST /api/admin/connections/linkedin');
    expect([response.statusCode, response.json().msg]).toEqual([
      409,
      expect.stringContaining('LINKEDIN_CLIENT_ID'),
    ]);
    const { connections: all } = (await own('GET /api/admin/connections')).json();
    expect(all[0]).toMatchObject({ target: 'linkedin', available: false });
    await bare.close();
  });

  it('notifies each admin once, a week before a connection expires', async () => {
    await finish(await goToLinkedin());
    const end = test.clock.now() + 7 * DAY_MS + 1000;
    test.context.database.raw.prepare('UPDATE connections SET expires_at = ?').run(end);
    expect(await sendExpiryReminders(test.context)).toBe(0);
    test.clock.advance(2000);
    expect(await sendExpiryReminders(test.context)).toBe(1);
    expect(await sendExpiryReminders(test.context)).toBe(0);
    expect((await call('GET /api/notifications')).json().notifications).toMatchObject([
      {
        title: 'Your LinkedIn connection expires on 2026-01-22: please renew it',
        path: '/admin/connections',
      },
    ]);
    const [email, ...more] = await sentEmails(test.context);
    expect([email?.subject, more]).toEqual(['A connection expires soon', []]);
    expect(email?.text).toContain('Your LinkedIn connection expires on 2026-01-22');
  });
});

describe('the cross-post log', () => {
  const posts = async (show = 'all') =>
    (await call(`GET /api/admin/cross-posts?show=${show}`)).json();
  const work = async () => {
    const breaker = createCircuitBreaker<CrossPostTarget>(serviceBackoff);
    const poster = { ...test.app.crossPosting, leaseOwner: 'test', breaker };
    while (await processNextCrossPost(poster));
  };
  /** As the publisher leaves the database once the page is in place. */
  const putInPlace = () => {
    const { raw } = test.context.database;
    raw.exec(`DELETE FROM jobs;
      INSERT OR IGNORE INTO releases (id, build_id, schema_version, state, created_at)
        VALUES (1, 'x', 1, 'live', 0);
      INSERT OR IGNORE INTO pages (release_id, path, kind, rendered_at)
        SELECT 1, '/blog/' || slug, 'article', 0 FROM articles`);
  };
  const ticked = { linkedin: true, dev: true, medium: true, linkedinContent: 'New: #tests' };

  it('follows the options of an article from schedule to URL', async () => {
    await connect('dev', 'dev-key');
    const article = await createByApi(call, { ...ticked, draft: true });
    expect(await posts()).toMatchObject({ result: 3, waiting: 3, failed: 0 });
    await work();
    expect(services.accepted).toEqual([]);
    const change = (fields: object) => call(`PUT /api/articles/${article._id}`, fields);
    await change({ linkedin: false });
    await change({ draft: false, images: await coverByApi(call) });
    await work();
    expect(services.accepted).toEqual([]);
    putInPlace();
    test.clock.advance(60_000);
    await work();
    expect(services.accepted).toMatchObject([
      { target: 'dev', canonical: `http://localhost:3000/blog/${article.slug}` },
    ]);
    const { posts: rows } = await posts();
    const seen = Object.fromEntries(rows.map((row: Record<string, unknown>) => [row.target, row]));
    expect(seen.linkedin).toMatchObject({ state: 'cancelled' });
    expect(seen.dev).toMatchObject({ state: 'sent', url: 'https://dev.to/ann/article-1' });
    expect(seen.medium).toMatchObject({
      state: 'scheduled',
      guided: true,
      article: { live: true },
    });

    const id = seen.medium._id;
    const link = (url: string) => call(`POST /api/admin/cross-posts/${id}/link`, { url });
    expect((await link('http://localhost:3000/blog/x')).json().fields).toHaveProperty('url');
    expect((await link('https://medium.com/@ann/tests-1')).json().post).toMatchObject({
      state: 'sent',
      url: 'https://medium.com/@ann/tests-1',
    });
    // Selecting a service again schedules the post again; existing posts stay.
    await change({ linkedin: true, title: 'Another title' });
    putInPlace();
    await work();
    const now = (await call(`GET /api/admin/articles/${article._id}/cross-posts`)).json();
    expect(now.posts.map((row: { state: string }) => row.state).toSorted()).toEqual([
      'scheduled',
      'sent',
      'sent',
    ]);
    expect(services.accepted).toMatchObject([{ body: { title: 'Another title' } }]);
  });

  it('asks the owner about unknown outcomes and stores the decision', async () => {
    await finish(await goToLinkedin());
    services.faults = ['reset after acceptance', 'reset before acceptance'];
    await createByApi(call, { ...ticked, dev: false, medium: false });
    await createByApi(call, { ...ticked, dev: false, medium: false, title: 'Another' });
    putInPlace();
    await work();
    test.clock.advance(60_000);
    await work();
    const { posts: rows, failed } = await posts('failed');
    expect(failed).toBe(2);
    expect(rows).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }]);
    // One email covers both.
    const emails = await sentEmails(test.context);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'A cross-post to LinkedIn needs attention',
    ]);
    expect(emails[0]?.text).toContain('/admin/connections');
    const [lost, there] = rows;
    await call(`POST /api/admin/cross-posts/${lost._id}/retry`);
    const url = 'https://www.linkedin.com/feed/update/urn:li:share:1/';
    const wrong = await call(`POST /api/admin/cross-posts/${there._id}/link`, {
      url: 'https://linkedin.com.example.org/',
    });
    expect(wrong.statusCode).toBe(400);
    await call(`POST /api/admin/cross-posts/${there._id}/link`, { url });
    await work();
    expect((await posts('sent')).result).toBe(2);
    expect(services.accepted).toHaveLength(2);
    const again = await call(`POST /api/admin/cross-posts/${there._id}/retry`);
    expect(again.statusCode).toBe(409);
  });

  it('emails admins about failed posts, once a day', async () => {
    await finish(await goToLinkedin());
    const failNext = async (title: string) => {
      services.faults = ['426'];
      await createByApi(call, { ...ticked, dev: false, medium: false, title });
      putInPlace();
      await work();
    };
    await failNext('First');
    await failNext('Second');
    expect((await posts('failed')).failed).toBe(2);
    const emails = () => sentEmails(test.context);
    expect((await emails()).map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
      ['A cross-post to LinkedIn needs attention', admin.user.email],
    ]);
    expect((await emails())[0]?.text).toContain('Set LINKEDIN_VERSION to a newer one');
    test.clock.advance(DAY_MS);
    call = callerOf(test.app, await signedInAgain(test, admin.user));
    await failNext('Third');
    expect(await emails()).toHaveLength(2);
  });

  it('emails admins about a service that no longer accepts the connection', async () => {
    await finish(await goToLinkedin());
    services.faults = ['401'];
    await createByApi(call, { ...ticked, dev: false, medium: false });
    putInPlace();
    await work();
    const [email, ...more] = await sentEmails(test.context);
    expect([email?.subject, more]).toEqual(['A cross-post to LinkedIn needs attention', []]);
    expect(email?.text).toContain('LinkedIn does not accept the connection');
  });

  it('emails admins about a post that could not be updated', async () => {
    await connect('dev', 'dev-key');
    const article = await createByApi(call, { ...ticked, linkedin: false, medium: false });
    putInPlace();
    await work();
    await call(`PUT /api/articles/${article._id}`, { title: 'Another title' });
    putInPlace();
    services.faults = ['401'];
    await work();
    const [email, ...more] = await sentEmails(test.context);
    expect([email?.subject, more]).toEqual(['A cross-post to dev.to needs attention', []]);
    expect(email?.text).toContain('The post of an article on dev.to is out of date');
  });

  it('posts earlier published articles only if a service is newly selected', async () => {
    await connect('dev', 'dev-key');
    const article = await createByApi(call, { ...publishable });
    const { raw } = test.context.database;
    // An import leaves the option selected without a scheduled post.
    raw.exec('UPDATE articles SET dev = 1');
    const change = (fields: object) => call(`PUT /api/articles/${article._id}`, fields);
    await change({ title: 'A small correction', dev: true });
    expect((await posts()).result).toBe(0);
    await change({ dev: false });
    await change({ dev: true });
    expect((await posts()).result).toBe(1);
    const [row] = (await posts()).posts;
    await call(`POST /api/admin/cross-posts/${row._id}/cancel`);
    await change({ title: 'One more' });
    expect((await posts()).posts).toMatchObject([{ state: 'cancelled' }]);
  });
});
