import { expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { readTrending } from '../../db/hot/published-articles.ts';
import { recordArticleView } from '../../db/repositories/articles.ts';
import { callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';
import { refreshTrending } from './view-report.ts';

async function openSite() {
  const test = await buildTestApp({ markdown: createPlainMarkdown() });
  const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  const rowOf = test.context.database.raw.prepare<[string], { id: number }>(
    'SELECT id FROM articles WHERE public_id = ?',
  );
  const publish = async (title: string) => {
    const article = await createByApi(admin, { title });
    test.clock.advance(1000);
    return { ...article, row: rowOf.get(article._id)?.id ?? 0 };
  };
  return { test, publish };
}

/** `readers` different people read an article today; each of them twice, which counts once. */
async function read({ context, clock }: TestApp, row: number, readers: number): Promise<void> {
  const day = Math.floor(clock.now() / DAY_MS);
  await context.database.write((query) => {
    for (let visitor = 0; visitor < 2 * readers; visitor += 1) {
      recordArticleView(query, { articleId: row, day, visitor: `visitor ${visitor % readers}` });
    }
  });
}

const refreshJobs = ({ context }: TestApp) =>
  context.database.raw
    .prepare<[], { payload: string }>("SELECT payload FROM jobs WHERE kind = 'refresh'")
    .all()
    .map(({ payload }) => JSON.parse(payload));

it('lists the most read articles of seven days and renders pages only after a change', async () => {
  const { test, publish } = await openSite();
  const one = await publish('One');
  const two = await publish('Two');
  const three = await publish('Three');
  expect(await refreshTrending(test.context)).toBe(false);

  await read(test, one.row, 2);
  await read(test, two.row, 3);
  await read(test, three.row, 2);
  expect(await refreshTrending(test.context)).toBe(true);
  expect(readTrending(test.context.database)).toEqual([two.row, three.row, one.row]);
  expect(refreshJobs(test)).toEqual([{ tags: ['trending'], paths: [] }]);

  // More of the same changes no order, so no page.
  await read(test, two.row, 9);
  expect(await refreshTrending(test.context)).toBe(false);
  expect(refreshJobs(test)).toHaveLength(1);

  test.clock.advance(6 * DAY_MS);
  await read(test, one.row, 10);
  await refreshTrending(test.context);
  expect(readTrending(test.context.database)).toEqual([one.row, two.row, three.row]);
  test.clock.advance(DAY_MS);
  await refreshTrending(test.context);
  expect(readTrending(test.context.database)).toEqual([one.row]);

  test.context.database.raw.prepare('UPDATE articles SET draft = 1 WHERE id = ?').run(one.row);
  await refreshTrending(test.context);
  expect(readTrending(test.context.database)).toEqual([]);
  await test.close();
});
