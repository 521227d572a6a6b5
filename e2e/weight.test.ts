import { overweightOf } from '../api/testing/page-budgets.ts';
import { readerPages } from '../api/testing/site-pages.ts';
import { weighPage } from '../api/testing/weigh-page.ts';
import { expect, test } from './whole-site.ts';

test('no page weighs more than its budget', async ({ browser, site }) => {
  test.setTimeout(120_000);
  const overweight: string[] = [];
  for (const { path, status } of readerPages) {
    if (status !== undefined) continue;
    overweight.push(...overweightOf(await weighPage(browser, site.url, path)));
  }
  expect(overweight).toEqual([]);
});
