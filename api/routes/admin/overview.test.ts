import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts';
import type { Overview } from '#contracts/overview.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { insertRelease, promoteRelease, setReleaseState } from '../../db/hot/releases.ts';
import { insertSubscriber } from '../../db/repositories/newsletter.ts';
import { version } from '../../installation.ts';
import { createPublicId } from '../../services/identifiers.ts';
import { callerOf, type SignedIn, signedInAgain, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commentAs } from '../../testing/comments.ts';
import { insertTestArticle, insertTestOrder, insertTestUser } from '../../testing/factories.ts';
import { createPlainMarkdown, type IdlePublisher } from '../../testing/fakes.ts';
import { fakeDiskSpace } from '../../testing/full-disk.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

let test: TestApp;
let owner: SignedIn['user'];
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  ({ user: owner } = await signedInAs(test, { role: 'admin' }));
});
afterEach(() => test.close());

/** Calls with a new session, since an earlier one ends while the clock moves. */
const admin: ReturnType<typeof callerOf> = async (...call) =>
  callerOf(test.app, await signedInAgain(test, owner))(...call);
async function read(days?: Overview['days']): Promise<Overview> {
  const query = days === undefined ? '' : `?days=${days}`;
  const response = await admin(`GET /api/admin/overview${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const setZone = (timezone: string) => admin('PUT /api/admin/settings', { timezone });

function order(at: string, price: number, refund?: { amount: number; at: string }): void {
  insertTestOrder(test.context.database, {
    userId: owner.id,
    at: Date.parse(at),
    lines: [{ price }],
    ...(refund && { refunds: [{ amount: refund.amount, at: Date.parse(refund.at) }] }),
  });
}

const join = (at: string, more: Parameters<typeof insertTestUser>[1] = {}) =>
  insertTestUser(test.context.database, { createdAt: Date.parse(at), ...more });

function subscribe(at: string, isConfirmed = true): void {
  const publicId = createPublicId();
  insertSubscriber(test.context.database.query, {
    publicId,
    email: `${publicId}@example.org`,
    source: 'Subscribe',
    linkUntil: 0,
    requestedAt: Date.parse(at),
    confirmedAt: isConfirmed ? Date.parse(at) + MINUTE_MS : null,
  });
}

/** Opens pages as readers do, each from another IP address. */
async function openPages(readers: number): Promise<void> {
  for (let reader = 1; reader <= readers; reader += 1) {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/views',
      payload: { path: '/about' },
      remoteAddress: `192.0.2.${reader}`,
      headers: { 'sec-fetch-site': 'same-origin', 'user-agent': firefox },
    });
    expect(response.statusCode).toBe(204);
  }
}

/** The bars that are not empty: first day, orders, paid, new members, new subscribers. */
const filled = ({ bars }: Overview) =>
  bars
    .map(({ from, ...one }) => [from, one.orders, one.paid, one.newMembers, one.newSubscribers])
    .filter(([, ...counts]) => counts.some((count) => count !== 0));

it('rejects guests, members and invalid ranges', async () => {
  const statusOf = async (call: ReturnType<typeof callerOf>, query = '') =>
    (await call(`GET /api/admin/overview${query}`)).statusCode;
  expect(await statusOf(callerOf(test.app))).toBe(401);
  expect(await statusOf(callerOf(test.app, await signedInAs(test)))).toBe(403);
  const refused = await admin('GET /api/admin/overview?days=8');
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['days']]);
});

describe('figures', () => {
  it('add up orders, members and subscribers of the last days, each on its day', async () => {
    order('2026-01-15T09:00:00Z', 1000);
    order('2026-01-15T10:00:00Z', 2050, { amount: 550, at: '2026-01-15T11:00:00Z' });
    order('2026-01-10T12:00:00Z', 100);
    // Refunds count on the day of the refund, also of older orders.
    order('2025-06-01T12:00:00Z', 900, { amount: 300, at: '2026-01-12T11:00:00Z' });
    join('2026-01-10T00:00:00Z');
    join('2026-01-11T00:00:00Z', { status: 'suspended' });
    join('2026-01-11T00:00:00Z', { status: 'deleted' });
    join('2025-01-01T00:00:00Z');
    subscribe('2026-01-11T08:00:00Z');
    subscribe('2026-01-11T09:00:00Z', false);
    subscribe('2025-12-20T09:00:00Z');

    const week = await read('7');
    expect(week.bars.map(({ from }) => from)).toEqual([
      '2026-01-09',
      '2026-01-10',
      '2026-01-11',
      '2026-01-12',
      '2026-01-13',
      '2026-01-14',
      '2026-01-15',
    ]);
    expect(filled(week)).toEqual([
      ['2026-01-10', 1, 1, 1, 0],
      ['2026-01-11', 0, 0, 1, 1],
      ['2026-01-15', 2, 30.5, 0, 0],
    ]);
    expect(week).toMatchObject({
      unit: 'day',
      currency: 'EUR',
      zone: 'UTC',
      now: '2026-01-15T12:00:00.000Z',
      sales: { orders: 3, paid: 31.5, refunded: 8.5, net: 23 },
      people: { members: 3, newMembers: 2, subscribers: 2, newSubscribers: 1 },
    });

    const month = await read();
    expect([month.days, month.bars.length, month.people.newSubscribers]).toEqual(['30', 30, 2]);

    const year = await read('365');
    expect(year.unit).toBe('month');
    expect(year.bars.map(({ from }) => from)).toEqual([
      '2025-01-16',
      '2025-02-01',
      '2025-03-01',
      '2025-04-01',
      '2025-05-01',
      '2025-06-01',
      '2025-07-01',
      '2025-08-01',
      '2025-09-01',
      '2025-10-01',
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
    ]);
    expect(filled(year)).toEqual([
      ['2025-06-01', 1, 9, 0, 0],
      ['2025-12-01', 0, 0, 0, 1],
      ['2026-01-01', 3, 31.5, 2, 1],
    ]);
    expect(year.sales).toEqual({ orders: 4, paid: 40.5, refunded: 8.5, net: 32 });
  });

  it.each<{ zone: string; cases: [at: string, day: string | null][] }>([
    {
      zone: 'UTC',
      // The last moment before the 7 days, and the first of them.
      cases: [
        ['2026-01-08T23:59:59.999Z', null],
        ['2026-01-09T00:00:00Z', '2026-01-09'],
      ],
    },
    {
      zone: 'Europe/Berlin',
      cases: [
        ['2026-01-08T22:59:59.999Z', null],
        ['2026-01-08T23:00:00Z', '2026-01-09'],
        ['2026-01-13T22:59:59.999Z', '2026-01-13'],
        ['2026-01-13T23:00:00Z', '2026-01-14'],
      ],
    },
    {
      zone: 'America/New_York',
      cases: [
        ['2026-01-09T04:59:59.999Z', null],
        ['2026-01-09T05:00:00Z', '2026-01-09'],
        ['2026-01-15T04:59:59.999Z', '2026-01-14'],
        ['2026-01-15T05:00:00Z', '2026-01-15'],
      ],
    },
    {
      // It is already the 16th there.
      zone: 'Pacific/Kiritimati',
      cases: [
        ['2026-01-09T09:59:59.999Z', null],
        ['2026-01-09T10:00:00Z', '2026-01-10'],
        ['2026-01-15T10:00:00Z', '2026-01-16'],
      ],
    },
  ])('count by the days of $zone', async ({ zone, cases }) => {
    await setZone(zone);
    for (const [at] of cases) {
      order(at, 100);
      join(at);
      subscribe(at);
    }
    const week = await read('7');
    const days = cases.flatMap(([, day]) => (day === null ? [] : [day]));
    expect(filled(week)).toEqual(days.map((day) => [day, 1, 1, 1, 1]));
    expect([week.sales.orders, week.people.newMembers, week.people.newSubscribers]).toEqual(
      Array(3).fill(days.length),
    );
  });

  it('count each day once across clock changes', async () => {
    await setZone('Europe/Berlin');
    test.clock.set(Date.parse('2026-03-30T10:00:00Z'));
    // The 29th has 23 hours: it ends at 22:00 UTC.
    order('2026-03-28T23:00:00Z', 100);
    order('2026-03-29T21:59:59.999Z', 100);
    order('2026-03-29T22:00:00Z', 100);
    expect(filled(await read('7'))).toEqual([
      ['2026-03-29', 2, 2, 0, 0],
      ['2026-03-30', 1, 1, 0, 0],
    ]);
  });

  it('count visitors and page views as the report of views does', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'live-'));
    mkdirSync(path.join(folder, 'about'));
    writeFileSync(path.join(folder, 'about', 'index.html'), '<!doctype html>');
    (test.context.publisher as IdlePublisher).folder = folder;
    await openPages(3);
    test.clock.advance(DAY_MS);
    await openPages(2);
    await openPages(2);
    for (const days of ['7', '30', '365'] as const) {
      const { visitors, views, bars } = (await admin(`GET /api/admin/views?days=${days}`)).json();
      expect([visitors, views]).toEqual([5, 7]);
      expect((await read(days)).visitors).toEqual({ visitors, views, bars });
    }
    rmSync(folder, { recursive: true });
  });

  it('omit other currencies', async () => {
    insertTestOrder(test.context.database, {
      userId: owner.id,
      at: test.clock.now(),
      currency: 'JPY',
      lines: [{ price: 500 }],
    });
    expect((await read()).sales).toEqual({ orders: 0, paid: 0, refunded: 0, net: 0 });
  });

  it('sum up each former currency separately', async () => {
    const at = test.clock.now();
    const inYen = (price: number, more = {}) =>
      insertTestOrder(test.context.database, {
        userId: owner.id,
        at,
        currency: 'JPY',
        lines: [{ price }],
        ...more,
      });
    inYen(500);
    inYen(700, { refunds: [{ amount: 200, at }] });
    insertTestOrder(test.context.database, {
      userId: owner.id,
      at: at - 40 * DAY_MS,
      currency: 'USD',
      lines: [{ price: 900 }],
    });
    order('2026-01-15T09:00:00Z', 1000);
    const month = await read();
    expect(month.sales).toEqual({ orders: 1, paid: 10, refunded: 0, net: 10 });
    const yen = { currency: 'JPY', orders: 2, paid: 1200, refunded: 200, net: 1000 };
    expect(month.otherSales).toEqual([yen]);
    expect((await read('365')).otherSales).toEqual([
      yen,
      { currency: 'USD', orders: 1, paid: 9, refunded: 0, net: 9 },
    ]);
  });
});

it('warns about the release, the publisher, the disk and the backups', async () => {
  const { database } = test.context;
  const warningsWith = async (free: number) => {
    using _disk = fakeDiskSpace({ free, total: 100_000 });
    return (await read()).warnings;
  };
  expect(await warningsWith(50_000)).toEqual([
    expect.stringContaining('No release is live.'),
    expect.stringContaining('The publisher is not running.'),
  ]);
  const now = test.clock.now();
  const failed = insertRelease(database, { buildId: 'build-1', schemaVersion: 1, now });
  setReleaseState(database, failed, 'failed', { error: 'The build lacks a page.' });
  database.raw.exec(`INSERT INTO backup_runs (requested, run_at, state, ended_at)
    VALUES (0, 0, 'done', ${now - 3 * DAY_MS})`);
  expect(await warningsWith(5000)).toEqual([
    expect.stringContaining('The build lacks a page.'),
    expect.stringContaining('The publisher is not running.'),
    expect.stringContaining('5.0 GB of 100 GB are free'),
    expect.stringContaining('3 days old'),
  ]);
});

it('reports a site as new until it has figures', async () => {
  expect((await read()).isNew).toBe(true);
  const draft = insertTestArticle(test.context.database, {
    authorId: owner.id,
    draft: true,
    publishedAt: null,
  });
  expect(draft.state).toBe('draft');
  expect((await read()).isNew).toBe(true);
  insertTestArticle(test.context.database, { authorId: owner.id });
  expect((await read()).isNew).toBe(false);
});

it('does not report a site with a member as new', async () => {
  join('2020-01-01T00:00:00Z');
  expect((await read()).isNew).toBe(false);
});

it('counts decisions that await an admin, as the badges of the menu do', async () => {
  const nothing = {
    heldComments: 0,
    reportedComments: 0,
    reviews: 0,
    messages: 0,
    disputes: 0,
    unmatchedPayments: 0,
    failedRefunds: 0,
    jobs: 0,
    emails: 0,
    crossPosts: 0,
  };
  expect((await read()).decisions).toEqual(nothing);
  const { publicId } = insertTestArticle(test.context.database, { authorId: owner.id });
  const member = callerOf(test.app, await signedInAs(test));
  await commentAs(member, test.clock, publicId, { comment: 'A first comment' });
  const message = { name: 'Ann', email: 'ann@example.org', message: 'Hello.' };
  expect((await admin('POST /api/contact', message)).statusCode).toBe(201);
  const { decisions } = await read();
  expect(decisions).toEqual({ ...nothing, heldComments: 1, messages: 1 });
  expect((await admin('GET /api/admin/waiting')).json()).toMatchObject({
    comments: 1,
    messages: 1,
    reviews: 0,
    orders: 0,
    emails: 0,
    posts: 0,
  });
});

it('counts orders whose last refund failed', async () => {
  const at = test.clock.now();
  const refunded = (...states: ('done' | 'failed')[]) =>
    insertTestOrder(test.context.database, {
      userId: owner.id,
      at,
      lines: [{ price: 1000 }],
      refunds: states.map((state) => ({ amount: 100, at, state })),
    });
  refunded('done');
  refunded('failed', 'done');
  const failed = refunded('done', 'failed', 'failed');
  expect((await read()).decisions).toMatchObject({ failedRefunds: 1 });
  expect((await admin('GET /api/admin/waiting')).json()).toMatchObject({ orders: 1 });
  const { payments } = (await admin('GET /api/payment?state=refund-failed')).json();
  expect(payments).toMatchObject([{ number: failed.number }]);
});

it('lists the last drafts and the next scheduled articles', async () => {
  const { database } = test.context;
  for (let day = 1; day <= 6; day += 1) {
    const at = Date.UTC(2026, 0, day);
    const article = { authorId: owner.id, publishedAt: null, updatedAt: at };
    insertTestArticle(database, { ...article, title: `Draft ${day}`, draft: true });
    insertTestArticle(database, {
      ...article,
      title: `Scheduled ${day}`,
      scheduledAt: at + 30 * DAY_MS,
    });
  }
  // The bin is for neither list.
  const binned = { authorId: owner.id, publishedAt: null, draft: true, deletedAt: 1 };
  insertTestArticle(database, { ...binned, scheduledAt: 1 });
  const { drafts, scheduled } = await read();
  const titles = ({ first }: Overview['drafts']) => first.map(({ title }) => title);
  expect([drafts.count, titles(drafts)]).toEqual([
    6,
    ['Draft 6', 'Draft 5', 'Draft 4', 'Draft 3', 'Draft 2'],
  ]);
  expect([scheduled.count, titles(scheduled)]).toEqual([
    6,
    ['Scheduled 1', 'Scheduled 2', 'Scheduled 3', 'Scheduled 4', 'Scheduled 5'],
  ]);
  expect(scheduled.first[0]?.scheduledAt).toBe('2026-01-31T00:00:00.000Z');
});

it('returns the age of the oldest job of a queue and the number of failed jobs', async () => {
  const { database } = test.context;
  const now = test.clock.now();
  const job = { kind: 'compress', payload: { files: [] }, now: now - 9 * MINUTE_MS } as const;
  expect((await read()).queues.publishing).toEqual({ waiting: 0, failed: 0, oldestAt: null });
  // One that is retried later is not late.
  enqueueJob(database, { ...job, runAt: now + MINUTE_MS });
  expect((await read()).queues.publishing).toEqual({ waiting: 1, failed: 0, oldestAt: null });
  enqueueJob(database, { ...job, runAt: now - 5 * MINUTE_MS });
  const failed = enqueueJob(database, job);
  database.raw.prepare("UPDATE jobs SET state = 'failed' WHERE id = ?").run(failed);
  const { queues, decisions } = await read();
  expect(queues.publishing).toEqual({
    waiting: 2,
    failed: 1,
    oldestAt: new Date(now - 5 * MINUTE_MS).toISOString(),
  });
  expect(decisions.jobs).toBe(1);
});

it('shows disk, backups and versions, and why the last release failed', async () => {
  const { database } = test.context;
  const first = await read();
  expect(first.disk?.free).toBeGreaterThan(0);
  expect(first.disk?.total).toBeGreaterThanOrEqual(first.disk?.free ?? 0);
  expect(first.backups).toEqual((await admin('GET /api/admin/backups')).json());
  expect(first.versions).toEqual({
    app: version,
    node: process.versions.node,
    build: null,
    liveAt: null,
    failure: null,
  });
  const now = test.clock.now();
  const live = insertRelease(database, { buildId: 'build-1', schemaVersion: 1, now });
  promoteRelease(database, live, now);
  const next = insertRelease(database, { buildId: 'build-2', schemaVersion: 1, now });
  setReleaseState(database, next, 'failed', { error: 'The build lacks a page.' });
  expect((await read()).versions).toMatchObject({
    build: 'build-1',
    liveAt: new Date(now).toISOString(),
    failure: 'The build lacks a page.',
  });
});
