import type { Page } from '@playwright/test';
import { violationsInLight } from './support/axe.ts';
import { expect, test as ownTest, readOnlyTest as test } from './support/site.ts';
import { isSlowNoteShown, pauseRequests } from './support/waits.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const articles = (page: Page) => region(page, 'Articles');
const list = (page: Page) => articles(page).locator('.articles');
const topic = (page: Page, name: string) =>
  articles(page).getByRole('navigation', { name: 'Topics' }).getByRole('link', { name });
const rows = (page: Page) => articles(page).locator('[data-list-rows] > li');
const titles = (page: Page) =>
  articles(page).locator('[data-list-lead], [data-list-rows]').getByRole('heading', { level: 3 });
const older = (page: Page) => articles(page).getByRole('button', { name: /Older/ });
const newer = (page: Page) => articles(page).getByRole('button', { name: /Newer/ });
const status = (page: Page) => articles(page).getByRole('status');
/** Records the queries of requests for articles. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/articles') calls.push(search);
  });
  return calls;
}

test('the page shows all its sections without requests before the first interaction', async ({
  page,
  site,
}) => {
  const calls = recordCalls(page);
  await page.goto(`${site.url}/blog`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tech guide');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Dark theme' })).toBeVisible();
  await expect(region(page, 'New articles by email').getByLabel('Your email')).toBeVisible();

  const quickLinks = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
  await expect(quickLinks).toHaveText([
    /^JavaScript/,
    /^Python/,
    /^React/,
    /^Node\.js/,
    /^TypeScript/,
  ]);
  for (const link of await quickLinks.all()) {
    const response = await page.request.get(site.url + (await link.getAttribute('href')));
    expect(response.status()).toBe(200);
  }

  const newTitles = region(page, 'New & Trendy').getByRole('heading', { level: 3 });
  await expect(newTitles).toHaveText(['Forty milliseconds', 'The label is part of the input']);
  const trending = region(page, 'Now Trending').getByRole('listitem');
  await expect(trending).toHaveCount(3);
  await expect(trending.first()).toContainText('How SQLite keeps a promise');
  const studies = region(page, 'Case Studies').getByRole('link');
  await expect(studies).toHaveText([
    'All case studies',
    'Gates that stay open',
    /The night planner/,
  ]);

  await expect(
    articles(page).getByRole('navigation', { name: 'Topics' }).getByRole('link'),
  ).toHaveText(['All', 'JavaScript', 'Python', 'React', 'Software Engineer']);
  await expect(topic(page, 'All')).toHaveAttribute('aria-current', 'true');
  await expect(rows(page)).toHaveCount(3);
  await expect(titles(page).first()).toHaveText('Forty milliseconds');

  await expect(region(page, 'Popular reads').getByRole('article')).toHaveCount(3);
  await expect(region(page, 'Frequently asked').locator('details')).toHaveCount(5);
  for (const summary of await page.locator('main .card__summary').allTextContents()) {
    expect([...summary].length, summary).toBeLessThanOrEqual(151);
  }
  expect(calls).toEqual([]);

  // Only one question is open at a time.
  const questions = region(page, 'Frequently asked').locator('details');
  const open = region(page, 'Frequently asked').locator('details[open]');
  await expect(open).toHaveCount(1);
  for (const index of [2, 4, 0]) {
    await questions.nth(index).locator('summary').press('Enter');
    await expect(open).toHaveCount(1);
    await expect(questions.nth(index)).toHaveAttribute('open', '');
    await expect(questions.nth(index).locator('p')).toBeVisible();
  }

  // Popular reads are three of the 8th to 12th newest articles, and vary between visits.
  const newest = await page.request.get(`${site.url}/api/articles?limit=12`);
  const all = (await newest.json()) as { articles: { title: string }[] };
  const eligible = all.articles.slice(7).map(({ title }) => title);
  const popular = region(page, 'Popular reads').getByRole('heading', { level: 3 });
  const seenTitles = new Set<string>();
  await expect(async () => {
    await page.reload();
    const shownTitles = await popular.allTextContents();
    expect(eligible).toEqual(expect.arrayContaining(shownTitles));
    for (const title of shownTitles) seenTitles.add(title);
    expect(seenTitles.size).toBe(5);
  }).toPass();
});

test('topics filter by category, React filters by tag, and Back restores the earlier topic', {
  tag: '@verify',
}, async ({ page, site }) => {
  const calls = recordCalls(page);
  await page.goto(`${site.url}/blog`);
  await topic(page, 'Python').click();
  await expect(titles(page)).toHaveText([
    'Let the checker hold the list',
    'Store what was said',
    'Your invoice is off by a cent',
  ]);
  await expect(status(page)).toHaveText('Python: 3 articles, page 1 of 1');
  await expect(topic(page, 'Python')).toBeFocused();
  await expect(topic(page, 'Python')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(`${site.url}/blog?topic=python`);
  await expect(older(page)).toBeHidden();

  await topic(page, 'React').focus();
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText([
    'The label is part of the input',
    'What React 19 let me delete',
  ]);
  await topic(page, 'Software Engineer').click();
  await expect(status(page)).toHaveText('Software Engineer: 7 articles, page 1 of 2');
  await topic(page, 'JavaScript').click();
  await expect(status(page)).toHaveText('JavaScript: 6 articles, page 1 of 2');
  expect(
    calls
      .map((search) => new URLSearchParams(search))
      .map((query) => [query.get('category'), query.get('tag')]),
  ).toEqual([
    ['Python', null],
    [null, 'react'],
    ['Software Engineer', null],
    ['JavaScript', null],
  ]);

  await page.goBack();
  await expect(status(page)).toHaveText(/^Software Engineer/);
  await page.goBack();
  await page.goBack();
  await expect(status(page)).toHaveText(/^Python/);
  await page.goBack();
  await expect(titles(page).first()).toHaveText('Forty milliseconds');
  await expect(status(page)).toHaveText('Newest first');
  // A list that has not been used since the reload follows the history, too.
  await page.mouse.move(0, 0);
  await page.reload();
  await page.goForward();
  await expect(status(page)).toHaveText(/^Python/);

  // A loaded card equals a published one and links to its article.
  await expect(rows(page).first().locator('time')).toHaveText('March 24th 2026');
  await expect(
    rows(page)
      .first()
      .getByText(/\d+ Min Read/),
  ).toBeVisible();
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Store what was said');
});

test('a guest pages through all articles, three at a time, without duplicates', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog`);
  const seenTitles = await titles(page).allTextContents();
  for (let number = 2; number <= 5; number += 1) {
    await older(page).click();
    await expect(status(page)).toHaveText(`All: 16 articles, page ${number} of 5`);
    await expect(page).toHaveURL(`${site.url}/blog?page=${number}`);
    await expect(rows(page)).toHaveCount(3);
    await expect(titles(page).first()).toHaveText('Forty milliseconds');
    seenTitles.push(...(await titles(page).allTextContents()).slice(1));
  }
  expect(new Set(seenTitles).size).toBe(16);
  expect(seenTitles).toHaveLength(16);
  // On the last page, the button for older articles disappears and the other one gets the focus.
  await expect(older(page)).toBeHidden();
  await expect(newer(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('All: 16 articles, page 4 of 5');
  await expect(newer(page)).toBeFocused();

  await page.goto(`${site.url}/blog?topic=software-engineer&page=2`);
  await expect(status(page)).toHaveText('Software Engineer: 7 articles, page 2 of 2');
  await expect(rows(page)).toHaveCount(3);
  await page.goto(`${site.url}/blog?topic=nonsense&page=minus`);
  await expect(status(page)).toHaveText('Newest first');
  expect(await violationsInLight(page)).toEqual([]);
});

test('a slow list shows a note after two seconds, a failed one shows an error with a way on', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog`);
  const failRequest = await pauseRequests(page, '**/api/articles?*', 'abort');
  await topic(page, 'Python').click();
  await expect(list(page)).toHaveAttribute('aria-busy', 'true');
  await expect(list(page)).toHaveAttribute('data-waiting', 'all');
  const top = async () => (await articles(page).locator('.articles__list').boundingBox())?.y;
  expect(await isSlowNoteShown(status(page), 1999)).toBe(false);
  const topBefore = await top();
  expect(await isSlowNoteShown(status(page), 2000)).toBe(true);
  expect(await top()).toBe(topBefore);
  await expect(status(page)).toHaveText(/^Newest first.*longer than usual/);
  await failRequest();
  const failure = articles(page).getByRole('alert');
  await expect(failure).toContainText('could not be loaded');
  await expect(list(page)).not.toHaveAttribute('aria-busy');
  await expect(status(page)).toHaveText('Newest first');
  await expect(page).toHaveURL(`${site.url}/blog`);
  // The published list still works with plain links.
  await expect(articles(page).getByRole('heading', { level: 3 })).toHaveCount(8);
  await expect(articles(page).getByRole('link', { name: /Older/ })).toBeVisible();
  expect(await violationsInLight(page)).toEqual([]);
  await expect(failure.getByRole('link', { name: 'All about Python' })).toHaveAttribute(
    'href',
    /\/category\/python$/,
  );

  await page.unroute('**/api/articles?*');
  await failure.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(status(page)).toHaveText('Python: 3 articles, page 1 of 1');
  await expect(failure).toBeHidden();
  await expect(articles(page).getByRole('heading', { level: 2 })).toBeFocused();

  // A list that failed while the browser was offline is loaded when it is online again.
  await page.context().setOffline(true);
  await topic(page, 'React').press('Enter');
  await expect(failure).toContainText('You are offline.');
  await page.context().setOffline(false);
  await expect(status(page)).toHaveText(/^React: /);
  await expect(failure).toBeHidden();
  await expect(topic(page, 'React')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('topics and pages are plain links, and the list is complete', {
    tag: '@verify',
  }, async ({ page, site }) => {
    await page.goto(`${site.url}/blog`);
    await expect(articles(page).getByRole('heading', { level: 3 })).toHaveCount(8);
    await expect(region(page, 'Popular reads').getByRole('article')).toHaveCount(3);
    await topic(page, 'Software Engineer').click();
    await expect(page).toHaveURL(`${site.url}/category/software-engineer`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Software Engineer');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(7);
    await page.getByRole('link', { name: 'Blog' }).last().click();
    await topic(page, 'React').click();
    await expect(page).toHaveURL(`${site.url}/tag/react`);
    await page.goto(`${site.url}/blog`);
    await articles(page).getByRole('link', { name: /Older/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles, page 1');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(8);
  });
});

ownTest.describe('on an empty site', () => {
  ownTest(
    'every link leads to a page that explains what is missing',
    { tag: '@verify' },
    async ({ page, site }) => {
      await page.goto(`${site.url}/blog`);
      await expect(page.getByRole('heading', { name: 'Nothing published yet' })).toBeVisible();
      await expect(region(page, 'Popular reads')).toHaveCount(0);
      await expect(region(page, 'Now Trending')).toHaveCount(0);
      await topic(page, 'Python').click();
      await expect(page).toHaveURL(`${site.url}/category/python`);
      await expect(page.getByRole('heading', { name: 'Nothing about Python yet' })).toBeVisible();
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await page.goto(`${site.url}/blog`);
      const quickLinks = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
      await quickLinks.filter({ hasText: 'Node.js' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Node.js');
    },
  );
});
