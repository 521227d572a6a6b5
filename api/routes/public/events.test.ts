import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#contracts/durations.ts';
import { articleComments } from '#contracts/event-channels.ts';
import { buildApp } from '../../app.ts';
import { openDatabase } from '../../db/database.ts';
import { publishEvent, userChannel } from '../../services/events/events.ts';
import { notify } from '../../services/notifications/notify.ts';
import { callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestArticle } from '../../testing/factories.ts';
import { until } from '../../testing/until.ts';

type App = Pick<TestApp, 'app' | 'context'>;

let test: TestApp;
/** Second app on the same database, like another process. */
let other: App;
let member: SignedIn;
let admin: SignedIn;
const comments = articleComments('thearticle');

beforeAll(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
  const database = openDatabase(test.context.database.raw.name);
  const context = { ...test.context, database };
  other = { app: await buildApp(context), context };
  member = await signedInAs(test);
  admin = await signedInAs(test, { role: 'admin' });
  const authorId = admin.user.id;
  insertTestArticle(test.context.database, { publicId: 'thearticle', authorId });
  insertTestArticle(test.context.database, { publicId: 'thedraft', authorId, draft: true });
  for (const { app } of [test, other]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await other.app.close();
  other.context.database.close();
  await test.close();
});

afterEach(() => void vi.useRealTimers());

const eventsUrlOf = ({ app }: App) =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/events`;

/** Opens an event stream like a browser, and collects its events. */
async function listen(at: App, channels: string[], who?: SignedIn) {
  const abort = new AbortController();
  const query = new URLSearchParams(
    channels.map((channel): [string, string] => ['channel', channel]),
  );
  const response = await fetch(`${eventsUrlOf(at)}?${query}`, {
    headers: { ...who?.headers },
    signal: abort.signal,
  });
  const stream = { status: response.status, text: '', ended: false, close: () => abort.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) stream.text += decoder.decode(part);
  };
  void read()
    .catch((error: Error) => {
      if (error.name !== 'AbortError' && error.message !== 'terminated') throw error;
    })
    .finally(() => {
      stream.ended = true;
    });
  return stream;
}

const publish = (
  { context }: App,
  channel: Parameters<typeof publishEvent>[2]['channel'],
  data: unknown,
) => context.database.write((transaction) => publishEvent(transaction, context, { channel, data }));

describe('authorization of channels', () => {
  it.each<[string, 'guest' | 'member' | 'admin', number]>([
    [comments, 'guest', 200],
    [comments, 'member', 200],
    [articleComments('thedraft'), 'guest', 404],
    [articleComments('thedraft'), 'member', 404],
    [articleComments('thedraft'), 'admin', 200],
    [articleComments('nothing'), 'guest', 404],
    ['me', 'guest', 401],
    ['me', 'member', 200],
    ['moderation', 'guest', 401],
    ['moderation', 'member', 403],
    ['moderation', 'admin', 200],
    ['jobs', 'member', 403],
    ['jobs', 'admin', 200],
    ['user:unknown', 'admin', 400],
    ['everything', 'admin', 400],
  ])('%s as %s: %i', async (channel, role, status) => {
    const who = { guest: undefined, member, admin }[role];
    const stream = await listen(test, [channel], who);
    expect(stream.status).toBe(status);
    stream.close();
  });

  it('opens allowed channels and names the refused ones', async () => {
    const stream = await listen(test, ['me', comments, articleComments('thedraft')]);
    await publish(test, comments, 'for everybody');
    await until('the event arrives', () => stream.text.includes('for everybody'));
    expect(stream.text).toContain('event: refused\ndata: ["me","article:thedraft:comments"]\n\n');
    stream.close();
  });

  it('rejects requests with no channel or too many, with a message', async () => {
    for (const query of ['', `?${'channel=me&'.repeat(21)}`]) {
      const response = await callerOf(test.app, member)(`GET /api/events${query}`);
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
    }
  });
});

describe('a stream of events', () => {
  it('sends an event to listeners of all processes, and only to them', async () => {
    const here = await listen(test, [comments]);
    const there = await listen(other, [comments, 'me'], member);
    const elsewhere = await listen(test, ['me'], admin);
    await publish(test, comments, { text: 'Grüße\n\nevent: me' });
    await publish(other, userChannel(member.user.publicId), { secret: 'hers' });
    await until(
      'both have received it',
      () => here.text.includes('Grüße') && there.text.includes('hers'),
    );
    const eventText = `event: ${comments}\ndata: {"text":"Grüße\\n\\nevent: me"}\n\n`;
    expect(here.text).toMatch(/^retry: \d{4}\n\n/);
    expect(here.text).toContain(eventText);
    expect(here.text).not.toContain('hers');
    expect(there.text).toContain(eventText);
    expect(there.text).toContain('event: me\ndata: {"secret":"hers"}\n\n');
    await publish(test, userChannel(admin.user.publicId), 'the next');
    await until('the other one gets their own', () => elsewhere.text.includes('the next'));
    expect(elsewhere.text).not.toContain('hers');
    for (const stream of [here, there, elsewhere]) stream.close();
  });

  it('begins with the number of unread notifications', async () => {
    const away = await signedInAs(test);
    const { context } = test;
    const notification = {
      userId: away.user.id,
      kind: 'security',
      title: 'Something happened',
    } as const;
    await context.database.write((transaction) => notify(transaction, context, notification));
    const stream = await listen(other, ['me'], away);
    const greeting = 'event: me\ndata: {"type":"notifications","unread":1}\n\n';
    await until('the event arrives', () => stream.text.includes(greeting));
    stream.close();
  });

  it('omits events of transactions that were rolled back', async () => {
    const stream = await listen(test, [comments]);
    const { context } = test;
    const failing = context.database.write((transaction) => {
      publishEvent(transaction, context, { channel: comments, data: 'never' });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await publish(test, comments, 'afterwards');
    await until('the later event arrives', () => stream.text.includes('afterwards'));
    expect(stream.text).not.toContain('never');
    stream.close();
  });

  it.each<[string, (who: SignedIn) => Promise<unknown>]>([
    ['signs out', async (who) => callerOf(test.app, who)('POST /api/user/logout')],
    [
      'is suspended',
      async (who) =>
        test.context.database.raw
          .prepare("UPDATE users SET status = 'suspended' WHERE id = ?")
          .run(who.user.id),
    ],
  ])('ends for members who %s, without further private events', async (_what, leave) => {
    const leaving = await signedInAs(test);
    const stream = await listen(other, ['me'], leaving);
    await leave(leaving);
    await publish(test, userChannel(leaving.user.publicId), 'a secret');
    await until('it has ended', () => stream.ended);
    expect(stream.text).not.toContain('secret');
  });

  it('closes slow clients and keeps the others', async () => {
    const deaf = new AbortController();
    const unread = await fetch(`${eventsUrlOf(test)}?channel=${comments}`, { signal: deaf.signal });
    const reading = await listen(test, [comments]);
    expect(unread.status).toBe(200);
    const rounds = 12;
    const perRound = 2_000_000;
    const { context } = test;
    for (let round = 1; round <= rounds; round += 1) {
      await context.database.write((transaction) => {
        for (let number = 0; number < 100; number += 1) {
          publishEvent(transaction, context, {
            channel: comments,
            data: 'x'.repeat(perRound / 100),
          });
        }
      });
      await until('the reader has all of it', () => reading.text.length > round * perRound);
    }
    // The client only gets data that was sent before.
    let length = 0;
    const readAll = async () => {
      for await (const part of unread.body ?? []) length += part.length;
    };
    await readAll().catch(() => undefined);
    expect(length).toBeLessThan(rounds * perRound);
    reading.close();
  });

  it('is limited per IP address', async () => {
    const streams = await Promise.all(Array.from({ length: 70 }, () => listen(other, [comments])));
    const refused = streams.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(streams.filter(({ status }) => status === 200).length).toBe(70 - refused.length);
    for (const stream of streams) stream.close();
    await until('closing makes room', async () => {
      const stream = await listen(other, [comments]);
      stream.close();
      return stream.status === 200;
    });
  });
});

describe('a database that cannot be read', () => {
  it('ends private streams instead of the process', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await using broken = await buildTestApp();
    await broken.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await listen(broken, ['me'], await signedInAs(broken));
    expect(stream.status).toBe(200);
    broken.context.database.raw.exec('ALTER TABLE sessions RENAME TO unreadable_sessions');
    vi.advanceTimersByTime(MINUTE_MS);
    await until('it has ended', () => stream.ended);
  });

  it('lets streams fail that do not count for the limit per IP address', async () => {
    await using broken = await buildTestApp({ config: { rateLimits: true } });
    await broken.app.listen({ port: 0, host: '127.0.0.1' });
    const { raw } = broken.context.database;
    const authorId = (await signedInAs(broken)).user.id;
    insertTestArticle(broken.context.database, { publicId: 'thearticle', authorId });
    raw.exec('ALTER TABLE real_time_events RENAME TO unreadable_events');
    const failed = await Promise.all(Array.from({ length: 60 }, () => listen(broken, [comments])));
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500]));
    raw.exec('ALTER TABLE unreadable_events RENAME TO real_time_events');
    const stream = await listen(broken, [comments]);
    expect(stream.status).toBe(200);
    stream.close();
  });
});
