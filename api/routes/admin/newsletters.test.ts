import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { subscribers } from '../../db/schema/email.ts';
import { publishDue } from '../../services/articles/publication.ts';
import { openKeyring } from '../../services/keyring.ts';
import { writeNewsletterEmails } from '../../services/mail/newsletters.ts';
import { createUnsubscribeTokens } from '../../services/subscribers/subscribers.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';

let test: TestApp;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
});
afterEach(() => test.close());

/** Stores subscribers who confirm now. */
function subscribe(...emails: string[]) {
  const now = test.clock.now();
  const row = { source: 'Subscribe', requestedAt: now, linkUntil: now } as const;
  for (const email of emails) {
    const subscriber = { ...row, publicId: email.split('@')[0] ?? '', email, confirmedAt: now };
    test.context.database.query.insert(subscribers).values(subscriber).run();
  }
}
const unsubscribeTokens = () =>
  createUnsubscribeTokens(openKeyring(test.context.config.dataFolder));
/** Writes emails like the newsletter worker, until none is left. */
async function write() {
  while (await writeNewsletterEmails(test.context, unsubscribeTokens()));
}
async function sent() {
  await write();
  const emails = await sentEmails(test.context);
  return emails.map(({ to }) => to?.[0]?.address).toSorted();
}
const create = (body: object) => createByApi(admin, { ...publishable, ...body });
const change = async (id: string, body: object) =>
  admin(`PUT /api/articles/${id}`, { ...publishable, images: await coverByApi(admin), ...body });
const stateOf = async (id: string) =>
  (await admin(`GET /api/admin/articles/${id}/newsletter`)).json();

describe('the newsletter of an article', () => {
  it('is sent to confirmed subscribers once the article is live, each with an unsubscribe link', async () => {
    subscribe('ann@example.org', 'bob@example.org');
    const { _id, slug } = await create({ draft: false, newsletter: true });
    await write();
    const emails = await sentEmails(test.context);
    expect(emails.map(({ to }) => to?.map(({ address }) => address)).toSorted()).toEqual([
      ['ann@example.org'],
      ['bob@example.org'],
    ]);
    const ways = emails.map(({ field }) => field.get('list-unsubscribe'));
    expect(new Set(ways).size).toBe(2);
    for (const { subject, text } of emails) {
      expect(subject).toBe(publishable.title);
      expect(text).toContain(publishable.description);
      expect(text).toContain(`http://localhost:3000/blog/${slug}`);
    }
    expect(await stateOf(_id)).toMatchObject({
      subscribers: 2,
      newsletter: { state: 'done', counts: { recipients: 2, sent: 2, waiting: 0, failed: 0 } },
    });
  });

  it('starts at publication, not while the article is a draft or scheduled', async () => {
    subscribe('ann@example.org');
    const { _id } = await create({ draft: true, newsletter: true });
    expect(await sent()).toEqual([]);
    expect((await stateOf(_id)).newsletter).toMatchObject({ state: 'requested', startedAt: null });
    const date = new Date(test.clock.now() + 2 * DAY_MS).toISOString();
    await change(_id, { draft: false, scheduledDate: date });
    expect(await sent()).toEqual([]);
    subscribe('bob@example.org');
    test.clock.advance(2 * DAY_MS);
    await publishDue(test.context);
    test.clock.advance(1);
    subscribe('late@example.org');
    expect(await sent()).toEqual(['ann@example.org', 'bob@example.org']);
  });

  it('is sent only to subscribers confirmed before publication', async () => {
    subscribe('ann@example.org');
    await create({ draft: false, newsletter: true });
    test.clock.advance(1);
    subscribe('late@example.org');
    expect(await sent()).toEqual(['ann@example.org']);
  });

  it('is sent once, also if the article is saved, unpublished and published again', async () => {
    subscribe('ann@example.org');
    const { _id } = await create({ draft: false, newsletter: true });
    await sent();
    await change(_id, { draft: true, newsletter: true });
    await change(_id, { draft: false, newsletter: true });
    await change(_id, { draft: false, newsletter: false });
    expect(await sent()).toEqual(['ann@example.org']);
    expect((await stateOf(_id)).newsletter).toMatchObject({ state: 'done' });
  });

  it('is not sent if the request was withdrawn or never made', async () => {
    subscribe('ann@example.org');
    const { _id } = await create({ draft: true, newsletter: true });
    await change(_id, { draft: false, newsletter: false });
    await create({ title: 'Another one', draft: false });
    expect(await sent()).toEqual([]);
    expect(await stateOf(_id)).toEqual({ newsletter: null, subscribers: 1 });
  });

  it('can be requested later, while the article is live', async () => {
    subscribe('ann@example.org');
    const { _id } = await create({ draft: false });
    expect(await sent()).toEqual([]);
    await change(_id, { draft: false, newsletter: true });
    expect(await sent()).toEqual(['ann@example.org']);
  });

  it('is not sent to subscribers who unsubscribed before their email was sent', async () => {
    subscribe('ann@example.org', 'bob@example.org', 'cleo@example.org');
    const { _id } = await create({ draft: false, newsletter: true });
    const unsubscribe = async (name: string) => {
      const token = unsubscribeTokens().make(name);
      expect((await admin('POST /api/subscribers/unsubscribe', { token })).statusCode).toBe(200);
    };
    await unsubscribe('ann');
    await write();
    await unsubscribe('bob');
    expect(await sent()).toEqual(['cleo@example.org']);
    expect((await stateOf(_id)).newsletter).toMatchObject({
      state: 'done',
      counts: { recipients: 2, sent: 1, skipped: 1 },
    });
  });

  it('is sent to hundreds of subscribers in batches, once to each', async () => {
    const emails = Array.from({ length: 250 }, (_, number) => `reader-${number}@example.org`);
    subscribe(...emails);
    const { _id } = await create({ draft: false, newsletter: true });
    await writeNewsletterEmails(test.context, unsubscribeTokens());
    expect((await stateOf(_id)).newsletter).toMatchObject({
      state: 'sending',
      counts: { recipients: 100, waiting: 100 },
    });
    await Promise.all([write(), write()]);
    expect((await stateOf(_id)).newsletter.counts).toMatchObject({ recipients: 250, waiting: 250 });
    const { _id: id } = (await stateOf(_id)).newsletter;
    await create({ title: 'Another one', draft: false, newsletter: true });
    await write();
    const ofOne = (await admin(`GET /api/admin/emails?newsletter=${id}&limit=100`)).json();
    expect([ofOne.result, ofOne.emails.length]).toEqual([250, 100]);
    expect((await admin('GET /api/admin/emails')).json().result).toBe(500);
  });

  it('can be cancelled while it is being sent', async () => {
    subscribe('ann@example.org', 'bob@example.org');
    const { _id } = await create({ draft: false, newsletter: true });
    await write();
    const { newsletter } = await stateOf(_id);
    const stopped = await admin(`POST /api/admin/newsletters/${newsletter._id}/cancel`);
    expect(stopped.json()).toMatchObject({
      newsletter: { state: 'done', counts: { sent: 0, skipped: 2 } },
    });
    expect(await sent()).toEqual([]);
    const missing = await admin('POST /api/admin/newsletters/nothing/cancel');
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is not sent if the article is deleted immediately', async () => {
    subscribe('ann@example.org');
    const { _id } = await create({ draft: false, newsletter: true });
    await admin(`DELETE /api/articles/${_id}`);
    expect(await sent()).toEqual([]);
  });

  it('cancels unsent emails with a reason if the article is unpublished', async () => {
    subscribe('ann@example.org', 'bob@example.org');
    const { _id } = await create({ draft: false, newsletter: true });
    await write();
    await change(_id, { draft: true });
    expect(await sent()).toEqual([]);
    const { emails } = (await admin('GET /api/admin/emails')).json();
    const reason = 'The article was unpublished before this email was sent.';
    expect(emails).toMatchObject([
      { state: 'cancelled', response: reason, canRetry: true },
      { state: 'cancelled', response: reason, canRetry: true },
    ]);
    expect((await stateOf(_id)).newsletter.counts).toMatchObject({ sent: 0, skipped: 2 });
    // Once it can be read again, the owner may still send one.
    await change(_id, { draft: false });
    await admin(`POST /api/admin/emails/${emails[0]._id}/retry`);
    expect(await sent()).toEqual(['bob@example.org']);
  });

  it('is listed with its progress', async () => {
    subscribe('ann@example.org');
    await create({ title: 'One', draft: false, newsletter: true });
    await create({ title: 'Two', draft: true, newsletter: true });
    await sent();
    expect((await admin('GET /api/admin/newsletters')).json().newsletters).toMatchObject([
      { article: { title: 'Two' }, state: 'requested' },
      { article: { title: 'One' }, state: 'done', counts: { sent: 1 } },
    ]);
  });
});

it('limits sending and recipients to admins', async () => {
  subscribe('ann@example.org');
  const { _id } = await create({ draft: true });
  const member = callerOf(test.app, await signedInAs(test));
  for (const [what, body] of [
    ['POST /api/articles', { ...publishable, draft: false, newsletter: true }],
    [`PUT /api/articles/${_id}`, { newsletter: true }],
    ['GET /api/admin/newsletters'],
    [`GET /api/admin/articles/${_id}/newsletter`],
    ['POST /api/admin/newsletters/x/cancel'],
  ] as const) {
    expect((await member(what, body)).statusCode).toBe(403);
  }
  expect(await sent()).toEqual([]);
});
