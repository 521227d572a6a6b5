import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeAudit } from '../services/audit/audit.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

/** Routes for admins that change nothing or only store part of an audited change, as each of them documents. */
const computing = [
  'POST /api/preview',
  'POST /api/preview/page',
  'POST /api/allImages',
  'POST /api/admin/imports/:id/parts',
  'PATCH /api/admin/product-uploads/:id',
  'PUT /api/admin/articles/:id/autosave',
  'DELETE /api/admin/articles/:id/copies/:editSessionId',
  'POST /api/admin/articles/checks',
  'POST /api/admin/articles/checks/links',
  'POST /api/admin/ai-helper',
];

const entries = async (admin: Caller, search = '') =>
  (await admin(`GET /api/admin/audit${search}`)).json();

describe('every request by which an admin changes something', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await buildTestApp({ extend: emptyHandlers });
  });
  afterAll(() => test.close());

  it('adds an audit entry, in any route', async () => {
    const { headers } = await signedInAs(test, { role: 'admin' });
    const calls = test.routes
      .filter(({ config }) => config?.requiredRole === 'admin')
      .flatMap(({ method, url }) => [method].flat().map((one) => ({ method: String(one), url })))
      .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
    expect(calls.length).toBeGreaterThan(12);
    for (const { method, url } of calls) {
      const path = url.replaceAll(/:\w+|\*/g, 'thing');
      await test.app.inject({ method: method as 'PUT', url: path, headers, payload: {} });
    }
    const rows = test.context.database.raw.prepare('SELECT action FROM audit_log').all();
    const logged = (rows as { action: string }[]).map(({ action }) => action);
    const called = calls.map(({ method, url }) => `${method} ${url}`);
    expect(logged.toSorted()).toEqual(
      called.filter((call) => !computing.includes(call)).toSorted(),
    );
  });
});

describe('the audit log', () => {
  let test: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    test = await buildTestApp();
    admin = callerOf(test.app, await signedInAs(test, { role: 'admin', name: 'Grace Hopper' }));
  });
  afterAll(() => test.close());

  it.each(['/api/admin/sales/export', '/api/admin/subscribers/export', '/api/payment/export'])(
    'has no entry for a HEAD request of %s',
    async (url) => {
      const before = await entries(admin);
      expect((await admin(`HEAD ${url}`)).statusCode).toBe(200);
      expect(await entries(admin)).toEqual(before);
    },
  );

  it('stores the actor, the action and the names of changed fields, but no values', async () => {
    const article = await createByApi(admin, { title: 'A secret plan' });
    await admin(`PUT /api/articles/${article._id}`, { archived: true });
    // A view is counted for everyone, and is no action of an admin.
    await admin(`PUT /api/articles/${article._id}`, { views: 1 });
    await admin('POST /api/preview', { markdown: 'x' });
    const { entries: found, people, actions } = await entries(admin);
    expect(found).toMatchObject([
      {
        what: 'Changed an article',
        by: { name: 'Grace Hopper' },
        subject: { _id: article._id, name: 'A secret plan' },
        details: { fields: 'archived' },
      },
      { what: 'Wrote an article', details: { fields: expect.stringContaining('title, ') } },
      { what: 'Uploaded an image' },
    ]);
    expect(JSON.stringify(found[1])).not.toContain('Some text');
    expect(people).toEqual([{ _id: expect.any(String), name: 'Grace Hopper' }]);
    expect(actions).toContainEqual({ action: 'PUT /api/articles/:id', what: 'Changed an article' });
  });

  it('purges entries after the configured time, or never', async () => {
    const own = await buildTestApp();
    const first = callerOf(own.app, await signedInAs(own, { role: 'admin' }));
    const left = async () => {
      await purgeAudit(own.context);
      return own.context.database.raw.prepare('SELECT count(*) FROM audit_log').pluck().get();
    };
    await createByApi(first, { draft: true });
    own.clock.advance(365 * 86_400_000);
    expect(await left()).toBe(1);
    own.clock.advance(1);
    const again = callerOf(own.app, await signedInAs(own, { role: 'admin' }));
    await again('PUT /api/admin/settings', { 'audit-days': 0 });
    expect(await left()).toBe(2);
    await again('PUT /api/admin/settings', { 'audit-days': 365 });
    expect(await left()).toBe(2);
    expect((await again('PUT /api/admin/settings', { 'audit-days': -1 })).statusCode).toBe(400);
    await own.close();
  });

  it('has no entry if nothing was changed', async () => {
    const before = (await entries(admin)).result;
    expect((await admin('DELETE /api/admin/messages/unknown')).statusCode).toBe(404);
    expect((await admin('PUT /api/admin/settings', { meter: 'maybe' })).statusCode).toBe(400);
    const member = callerOf(test.app, await signedInAs(test));
    expect((await member('POST /api/articles', {})).statusCode).toBe(403);
    expect((await entries(admin)).result).toBe(before);
  });

  it('is filtered by person, action and day, paginated and exported', async () => {
    const other = callerOf(test.app, await signedInAs(test, { role: 'admin', name: '=cmd()' }));
    test.clock.advance(3 * 86_400_000);
    // Sessions have ended meanwhile; these are new.
    const late = await signedInAs(test, { role: 'admin', name: '=SUM(1), "Ada"' });
    const ada = callerOf(test.app, late);
    await ada('PUT /api/admin/settings', { 'free-stories': 5 });
    await ada('PUT /api/admin/settings', { 'free-stories': 6 });
    expect((await other('GET /api/admin/audit')).statusCode).toBe(401);

    const own = await entries(ada, `?by=${late.user.publicId}`);
    expect(own.entries.map(({ details }: { details: object }) => details)).toEqual([
      { fields: 'free-stories', 'free-stories': '5 → 6' },
      { fields: 'free-stories', 'free-stories': '2 → 5' },
    ]);
    const today = new Date(test.clock.now()).toISOString().slice(0, 10);
    expect((await entries(ada, `?from=${today}`)).result).toBe(2);
    expect((await entries(ada, `?from=${today}&to=${today}&limit=1`)).pages).toBe(2);
    expect((await entries(ada, '?to=2020-01-01')).result).toBe(0);
    expect((await entries(ada, '?by=nobody')).result).toBe(0);
    expect((await entries(ada, '?by=machine')).result).toBe(0);
    const action = encodeURIComponent('POST /api/articles');
    expect((await entries(ada, `?action=${action}`)).result).toBe(1);
    expect((await ada('GET /api/admin/audit?from=yesterday')).statusCode).toBe(400);

    const { file, csv } = (await ada(`GET /api/admin/audit/export?from=${today}`)).json();
    expect(file).toBe(`audit-log-${today}.csv`);
    const [names, newest] = csv.split('\r\n');
    expect(names).toBe('time,by,action,what,subject,details');
    // A name must not become a formula where the file is opened.
    expect(newest).toContain(`,"'=SUM(1), ""Ada""",PUT /api/admin/settings,Changed settings,,`);
  });

  it('is written in the transaction of the change', async () => {
    await admin('GET /api/admin/audit');
    const now = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    await now('PUT /api/admin/settings', { 'free-stories': 7 });
    const { raw } = test.context.database;
    raw.exec(
      `CREATE TRIGGER refuse BEFORE INSERT ON audit_log BEGIN SELECT raise(ABORT, 'no'); END`,
    );
    const response = await now('PUT /api/admin/settings', { 'free-stories': 8 });
    expect(response.statusCode).toBe(500);
    raw.exec('DROP TRIGGER refuse');
    const { settings } = (await now('GET /api/admin/settings')).json();
    expect(settings).toContainEqual(expect.objectContaining({ name: 'free-stories', value: 7 }));
  });
});

/** Replaces all handlers by one that does nothing, so that only the hooks around them run. */
function emptyHandlers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { body, params, querystring, response, headers, ...schema } = route.schema ?? {};
    route.schema = schema;
    route.handler = async (_request, reply) => reply.status(204).send();
  });
}
