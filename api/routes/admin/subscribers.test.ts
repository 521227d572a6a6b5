import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertSubscriber } from '../../db/repositories/newsletter.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
});
afterEach(() => test.close());

function receive(email: string, confirmed: boolean): void {
  const now = test.clock.now();
  insertSubscriber(test.context.database.query, {
    publicId: `id-${email}`,
    email,
    source: email.startsWith('n') ? 'Newsletter' : 'Subscribe',
    requestedAt: now,
    linkUntil: now + 1000,
    confirmedAt: confirmed ? now : null,
  });
  test.clock.advance(1000);
}

const list = async (search = '') => (await admin(`GET /api/admin/subscribers${search}`)).json();
const emailsOf = (page: { subscribers: { email: string }[] }) =>
  page.subscribers.map(({ email }) => email);

it('returns no page for an empty list', async () => {
  expect(await list()).toEqual({ subscribers: [], result: 0, confirmed: 0, page: 1, pages: 0 });
});

it('lists subscribers newest first, in pages, with counts, filtered by confirmation', async () => {
  for (const [index, name] of ['a', 'b', 'n', 'd', 'e'].entries()) {
    receive(`${name}@example.org`, index % 2 === 0);
  }
  expect(await list('?limit=2&page=2')).toMatchObject({
    subscribers: [
      { email: 'n@example.org', from: 'Newsletter', confirmed: true, forwarded: 'off' },
      { email: 'b@example.org', from: 'Subscribe', confirmed: false, confirmedAt: null },
    ],
    result: 5,
    confirmed: 3,
    page: 2,
    pages: 3,
  });
  const confirmed = await list('?show=confirmed');
  expect(emailsOf(confirmed)).toEqual(['e@example.org', 'n@example.org', 'a@example.org']);
  const unconfirmed = await list('?show=unconfirmed');
  expect(emailsOf(unconfirmed)).toEqual(['d@example.org', 'b@example.org']);
  expect(unconfirmed).toMatchObject({ result: 2, confirmed: 3 });
});

it('finds subscribers by the beginning of their email', async () => {
  for (const name of ['anna', 'ann', 'joanna', 'an_na', 'bob']) {
    receive(`${name}@example.org`, true);
  }
  const found = await list('?search=ANN');
  expect(emailsOf(found)).toEqual(['ann@example.org', 'anna@example.org']);
  expect(found).toMatchObject({ result: 2, confirmed: 5 });
  expect(emailsOf(await list('?search=ann%25'))).toEqual([]);
});

it('exports confirmed subscribers as CSV without formulas', async () => {
  receive('a@example.org', true);
  receive('later@example.org', false);
  receive('+cmd@example.org', true);
  receive("n'o-reilly@example.org", true);
  const { file, csv } = (await admin('GET /api/admin/subscribers/export')).json();
  expect(file).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.split('\r\n');
  expect(lines.map((line: string) => line.split(',').slice(0, 2))).toEqual([
    ['email', 'from'],
    ['a@example.org', 'Subscribe'],
    ["'+cmd@example.org", 'Subscribe'],
    ["n'o-reilly@example.org", 'Newsletter'],
    [''],
  ]);
  expect(lines[1]).toMatch(/,\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

it('deletes only the requested subscriber, permanently', async () => {
  receive('a@example.org', true);
  receive('b@example.org', false);
  const response = await admin('DELETE /api/admin/subscribers/id-a@example.org');
  expect(response.json()).toEqual({ msg: 'Deleted.' });
  expect(emailsOf(await list())).toEqual(['b@example.org']);
  const again = await admin('DELETE /api/admin/subscribers/id-a@example.org');
  expect([again.statusCode, again.json().code]).toEqual([404, 'NOT_FOUND']);
});

it('limits email addresses to admins', async () => {
  receive('secret@example.org', true);
  const member = callerOf(test.app, await signedInAs(test));
  for (const what of [
    'GET /api/admin/subscribers',
    'GET /api/admin/subscribers/export',
    'DELETE /api/admin/subscribers/id-secret@example.org',
  ]) {
    const response = await member(what);
    expect([what, response.statusCode]).toEqual([what, 403]);
    expect(response.body).not.toContain('secret');
  }
  expect((await list()).result).toBe(1);
});
