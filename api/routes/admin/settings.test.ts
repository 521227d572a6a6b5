import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settingNames, settingTable } from '#contracts/settings.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';

let test: TestApp;
let person: SignedIn;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  person = await signedInAs(test, { role: 'admin' });
  admin = callerOf(test.app, person);
});
afterEach(() => test.close());

const set = (input: object) => admin('PUT /api/admin/settings', input);
const settingNamed = async (name: string) =>
  (await admin('GET /api/admin/settings'))
    .json()
    .settings.find((setting: { name: string }) => setting.name === name);

it('describes every setting with its default, also in docs/operate.md', async () => {
  const { settings } = (await admin('GET /api/admin/settings')).json();
  expect(settings.map(({ name }: { name: string }) => name)).toEqual(settingNames);
  const docs = readFileSync(new URL('../../../docs/operate.md', import.meta.url), 'utf8');
  for (const name of settingNames) {
    const { title, default: usual } = settingTable[name];
    expect(await settingNamed(name)).toMatchObject({ title, value: usual, changedAt: null });
    expect(docs, name).toContain(`| ${title} |`);
  }
});

it('stores given settings and keeps the others', async () => {
  const response = await set({ meter: false, timezone: 'Asia/Tokyo' });
  expect([response.statusCode, response.json().msg]).toEqual([200, 'Saved.']);
  expect(await settingNamed('meter')).toMatchObject({
    value: false,
    default: true,
    changedAt: new Date(test.clock.now()).toISOString(),
  });
  expect((await settingNamed('timezone')).value).toBe('Asia/Tokyo');
  expect((await settingNamed('free-stories')).changedAt).toBeNull();
});

it.each<[string, object, string]>([
  ['a number out of bounds', { 'free-stories': 0 }, 'free-stories'],
  ['a fraction', { 'free-stories': 1.5 }, 'free-stories'],
  ['a word for a switch', { meter: 'on' }, 'meter'],
  ['a zone that is none', { timezone: 'Mars/Base' }, 'timezone'],
])('rejects %s at its field', async (_what, input, field) => {
  const response = await set(input);
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
});

it('rejects unknown settings', async () => {
  for (const input of [{ seeded: 'done' }, { 'held-release': 'x' }]) {
    expect((await set(input)).statusCode).toBe(400);
  }
});

it('renders pages again only after changes of settings that they show', async () => {
  const jobs = () =>
    test.context.database.raw.prepare("SELECT payload FROM jobs WHERE kind = 'refresh'").all();
  await set({ 'email-about-messages': false });
  expect(jobs()).toEqual([]);
  await set({ 'guest-comments': false });
  await set({ meter: false, 'free-stories': 3 });
  await set({ meter: false });
  const job = { payload: '{"tags":["setting:articles"],"paths":[]}' };
  expect(jobs()).toEqual([job, job]);
});

it('requires re-authentication for security settings and prevents a self-lockout', async () => {
  const rule = { 'admins-need-second-factor': true };
  expect((await set(rule)).json()).toMatchObject({
    code: 'STATE_CONFLICT',
    msg: 'Please set up a second factor for your account first.',
  });
  test.context.database.raw.exec('UPDATE sessions SET confirmed_at = 0');
  expect((await set(rule)).json().code).toBe('REAUTHENTICATION_REQUIRED');
  expect((await set({ meter: false })).statusCode).toBe(200);
  expect((await settingNamed('admins-need-second-factor')).value).toBe(false);
});

it.each(['audit-days', 'order-years'])(
  'requires re-authentication before %s deletes entries',
  async (name) => {
    const { value: before } = await settingNamed(name);
    test.context.database.raw.exec('UPDATE sessions SET confirmed_at = 0');
    const refused = await set({ [name]: 1 });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect((await settingNamed(name)).value).toBe(before);
    const confirmed = await admin('POST /api/account/confirm', { password: TEST_PASSWORD });
    expect(confirmed.json()).toEqual({ msg: 'Thank you.' });
    expect((await set({ [name]: 1 })).statusCode).toBe(200);
    expect((await settingNamed(name)).value).toBe(1);
  },
);

it('allows new accounts only by invitation while registration is closed', async () => {
  const guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
  const joining = { name: 'Ann Example', email: 'ann@example.org', password: 'a sound passphrase' };
  await set({ 'open-registration': false });
  const refused = await guest('POST /api/user/register', joining);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'REGISTRATION_CLOSED']);
  await set({ 'open-registration': true });
  expect((await guest('POST /api/user/register', joining)).statusCode).toBe(201);
});

it('stores contact messages without an email if those are turned off', async () => {
  const guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
  const message = { name: 'Ann', email: 'ann@example.org', message: 'Hello' };
  await set({ 'email-about-messages': false });
  await guest('POST /api/contact', message);
  expect(await sentEmails(test.context)).toEqual([]);
  expect((await admin('GET /api/admin/messages')).json().result).toBe(1);
  await set({ 'email-about-messages': true });
  await guest('POST /api/contact', message);
  expect(await sentEmails(test.context)).toHaveLength(1);
});
