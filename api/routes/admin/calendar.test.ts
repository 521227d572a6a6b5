import { beforeEach, describe, expect, it } from 'vitest';
import { publishDue } from '../../services/articles/publication.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
let admin: Caller;
const signIn = async () => {
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
};
/** A session does not outlive a jump of the clock. */
const jumpTo = async (day: number, hour = 0) => {
  test.clock.set(Date.UTC(2026, 0, day, hour));
  await signIn();
};
beforeEach(async () => {
  test = await buildTestApp();
  await signIn();
  return () => test.close();
});

const read = (from = '2026-01-12', to = '2026-02-16') =>
  admin(`GET /api/admin/calendar?from=${from}T00:00:00Z&to=${to}T00:00:00Z`);
const titles = (entries: { title: string }[]) => entries.map(({ title }) => title);
const monday = { scheduledDate: '2026-01-19T09:00', scheduledZone: 'Asia/Tokyo' };

describe('the calendar', () => {
  it('shows scheduled articles with zone and follow-up actions, and live articles', async () => {
    await createByApi(admin, { title: 'Out already' });
    const more = { newsletter: true, dev: true, medium: true };
    await createByApi(admin, { title: 'On Monday', ...monday, ...more });
    const later = { scheduledDate: '2026-02-02', draft: true };
    await createByApi(admin, { title: 'Only a draft', ...later });
    await createByApi(admin, { title: 'No time yet', draft: true });
    await createByApi(admin, { title: 'In spring', scheduledDate: '2026-04-01' });

    const { scheduled, published } = (await read()).json();
    expect(titles(published)).toEqual(['Out already']);
    expect(scheduled).toMatchObject([
      {
        title: 'On Monday',
        state: 'scheduled',
        at: '2026-01-19T00:00:00.000Z',
        zone: 'Asia/Tokyo',
        newsletter: true,
        posts: ['dev', 'medium'],
      },
      { title: 'Only a draft', state: 'draft', zone: null, newsletter: false, posts: [] },
    ]);
  });

  it('omits articles in the bin and shows articles that went live as published', async () => {
    const binned = await createByApi(admin, { title: 'Binned', ...monday });
    await admin(`DELETE /api/articles/${binned._id}`);
    await createByApi(admin, { title: 'On Monday', ...monday });
    await jumpTo(19);
    await publishDue(test.context);
    const { scheduled, published } = (await read()).json();
    expect([titles(scheduled), titles(published)]).toEqual([[], ['On Monday']]);
  });

  it('reschedules an article or returns it to a draft, unless it is live by now', async () => {
    const { _id, version } = await createByApi(admin, { title: 'On Monday', ...monday });
    const put = (body: object, seen: number) =>
      admin(`PUT /api/articles/${_id}`, body, { 'if-match': `"${seen}"` });
    const tuesday = { scheduledDate: '2026-01-20T09:00', scheduledZone: 'Asia/Tokyo' };
    expect((await put(tuesday, version)).statusCode).toBe(200);
    await jumpTo(19, 12);
    expect(await publishDue(test.context)).toBe(0);
    expect((await put({ draft: true, scheduledDate: '' }, version + 1)).statusCode).toBe(200);
    await jumpTo(25);
    expect(await publishDue(test.context)).toBe(0);
    const again = { draft: false, scheduledDate: '2026-01-27', scheduledZone: 'UTC' };
    expect((await put(again, version + 2)).statusCode).toBe(200);
    await jumpTo(27);
    expect(await publishDue(test.context)).toBe(1);
    const late = await put({ draft: true, scheduledDate: '' }, version + 3);
    expect([late.statusCode, late.json().theirs.state]).toEqual([409, 'live']);
  });

  it.each([
    ['more days than it gives at once', '2026-01-01', '2026-06-01'],
    ['an end before the beginning', '2026-02-01', '2026-01-01'],
    ['what is no time', 'soon', '2026-01-01'],
  ])('refuses %s', async (_what, from, to) => {
    expect((await read(from, to)).statusCode).toBe(400);
  });
});
