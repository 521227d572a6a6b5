import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
});
afterEach(() => test.close());

async function receive(...names: string[]): Promise<void> {
  for (const name of names) {
    const body = { name, email: 'ann@example.org', message: `I am ${name}.` };
    expect((await admin('POST /api/contact', body)).statusCode).toBe(201);
    test.clock.advance(1000);
  }
}

const inbox = async (search = '') => (await admin(`GET /api/admin/messages${search}`)).json();
const namesOf = (list: { messages: { name: string }[] }) => list.messages.map(({ name }) => name);

it('returns no page for an empty inbox', async () => {
  expect(await inbox()).toEqual({ messages: [], result: 0, unread: 0, page: 1, pages: 0 });
});

it('lists messages newest first, in pages', async () => {
  await receive('one', 'two', 'three', 'four', 'five');
  expect(namesOf(await inbox())).toEqual(['five', 'four', 'three', 'two', 'one']);
  const second = await inbox('?limit=2&page=2');
  expect(namesOf(second)).toEqual(['three', 'two']);
  expect(second).toMatchObject({ result: 5, unread: 5, page: 2, pages: 3 });
  expect(namesOf(await inbox('?limit=2&page=4'))).toEqual([]);
  expect(second.messages[0]).toMatchObject({
    email: 'ann@example.org',
    message: 'I am three.',
    read: false,
    receivedAt: expect.stringMatching(/Z$/),
  });
});

it('marks a message as read and as unread', async () => {
  await receive('one', 'two');
  const [two] = (await inbox()).messages;
  const read = await admin(`PUT /api/admin/messages/${two._id}`, { read: true });
  expect(read.json()).toMatchObject({
    msg: 'Marked as read.',
    message: { _id: two._id, read: true },
  });
  expect(namesOf(await inbox('?show=unread'))).toEqual(['one']);
  expect((await inbox()).unread).toBe(1);
  const unread = await admin(`PUT /api/admin/messages/${two._id}`, { read: false });
  expect(unread.json()).toMatchObject({ msg: 'Marked as unread.', message: { read: false } });
  expect(namesOf(await inbox('?show=unread'))).toEqual(['two', 'one']);
});

it('deletes only the requested message, permanently', async () => {
  await receive('one', 'two');
  const [two] = (await inbox()).messages;
  expect((await admin(`DELETE /api/admin/messages/${two._id}`)).json()).toEqual({
    msg: 'Deleted.',
  });
  expect(namesOf(await inbox())).toEqual(['one']);
  for (const again of ['DELETE', 'PUT']) {
    const body = again === 'PUT' ? { read: true } : undefined;
    const response = await admin(`${again} /api/admin/messages/${two._id}`, body);
    expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
  }
});

it.each(['?page=0', '?limit=101', '?show=deleted', '?sort=name'])(
  'rejects a list with %s',
  async (search) => {
    const response = await admin(`GET /api/admin/messages${search}`);
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
  },
);

it('limits messages to admins', async () => {
  await receive('Ann Secret');
  const [message] = (await inbox()).messages;
  const member = callerOf(test.app, await signedInAs(test));
  for (const what of [
    'GET /api/admin/messages',
    `PUT /api/admin/messages/${message._id}`,
    `DELETE /api/admin/messages/${message._id}`,
  ]) {
    const response = await member(what, what.startsWith('PUT') ? { read: true } : undefined);
    expect([what, response.statusCode, response.json().msg]).toEqual([
      what,
      403,
      "You're not an admin",
    ]);
    expect(response.body).not.toContain('Secret');
  }
  expect((await inbox()).messages).toEqual([message]);
});
