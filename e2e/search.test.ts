import type { Page } from '@playwright/test';
import { expect, readOnlyTest as test } from './site.ts';

const box = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) =>
  page.getByRole('combobox', {
    name: 'Search the site: articles, case studies, products and games',
  });
const options = (page: Page) => page.getByRole('option');
const chosen = (page: Page) => page.getByRole('option', { selected: true });

test('a reader finds an article by the keyboard alone', async ({ page, site }) => {
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await page.keyboard.type('pragma promise');
  await expect(options(page).first()).toContainText('How SQLite keeps a promise');
  await expect(options(page).first().locator('mark').first()).toHaveText(/promise/i);
  await expect(page.getByRole('status').filter({ hasText: /result/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.url}/blog/how-sqlite-keeps-a-promise`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How SQLite keeps a promise');
});

test('a letter typed as soon as the search has the focus is kept', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/blog`);
  await page.evaluate(() =>
    addEventListener('focusin', ({ target }) => {
      if ((target as Element).id !== 'search-words') return;
      queueMicrotask(() => document.execCommand('insertText', false, 'p'));
    }),
  );
  await page.keyboard.press('/');
  await expect(field(page)).toHaveValue('p');
  await page.keyboard.type('ragma');
  await expect(field(page)).toHaveValue('pragma');
  await expect(options(page).first()).toContainText('How SQLite keeps a promise');
});

for (const { name, away } of [
  { name: 'by the API', away: false },
  { name: 'by the published index while the API is away', away: true },
]) {
  test(`a case study and a game are found ${name}, and opened by keys`, { tag: '@verify' }, async ({
    page,
    site,
  }) => {
    if (away) await page.route('**/api/search?**', (route) => route.abort());
    // By a technology of the one, by genre and maker of the other.
    const study = { title: 'The night planner', kind: 'Case study', path: '/project/2' };
    const game = { title: 'Hades', kind: 'Game', path: '/gamecorner/game/12' };
    for (const { words, marked, title, kind, path } of [
      { ...study, words: 'prometheus night', marked: 'night' },
      { ...game, words: 'action supergiant hades', marked: 'Hades' },
    ]) {
      await page.goto(`${site.url}/gamecorner/browser`);
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type(words);
      await expect(options(page)).toHaveCount(1);
      const found = options(page).first();
      await expect(found).toHaveAttribute('href', path);
      await expect(found).toContainText(`${title} ${kind}`);
      await expect(found.locator('mark').first()).toHaveText(marked);
      await expect(page.getByText('The server is unavailable')).toHaveCount(away ? 1 : 0);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(site.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });
}

test('the arrows walk round the results, Escape goes back to where the reader was', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog/a-page-is-a-file`);
  const button = page.getByRole('button', { name: 'Search' });
  await button.focus();
  await page.keyboard.press('Enter');
  await field(page).fill('the');
  await expect(chosen(page)).toHaveCount(1);
  const count = await options(page).count();
  expect(count).toBeGreaterThan(2);
  await expect(options(page).nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  const id = await chosen(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).nth(count - 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(box(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
});

test('a slip of the fingers still finds, and what is nowhere is said to be', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(site.url);
  await page.keyboard.press('Control+k');
  await field(page).fill('sqltie');
  await expect(page.getByText('for “sqlite” (no results for “sqltie”)')).toBeVisible();
  await expect(options(page).first()).toBeVisible();
  await field(page).fill('qqqqqqqqqq');
  await expect(page.getByText('Nothing found for “qqqqqqqqqq”.')).toBeVisible();
  await expect(options(page)).toHaveCount(0);
  await field(page).fill('q');
  await expect(page.getByText('Nothing found')).toHaveCount(0);
});

test('a slash is a slash where one types', { tag: '@topic' }, async ({ page, site }) => {
  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').focus();
  await page.keyboard.type('a/b');
  await expect(page.getByLabel('Email')).toHaveValue('a/b');
  await expect(box(page)).toHaveCount(0);
});

test('the published index answers while the API is away', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.route('**/api/search?**', (route) => route.abort());
  await page.goto(`${site.url}/blog`);
  await page.getByRole('button', { name: 'Search' }).click();
  await field(page).fill('pragma promise');
  await expect(options(page).first()).toContainText('How SQLite keeps a promise');
  await expect(page.getByText('The server is unavailable')).toBeVisible();
  await field(page).fill('promises a database');
  await expect(options(page).first()).toContainText('Promises a Database Keeps Product');
  await expect(options(page).first()).toHaveAttribute('href', /^\/shop\/products\/detail\//);
});

test('an answer that comes late does not replace a later one', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  let answerFirst = () => {};
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route('**/api/search?q=promise', async (route) => {
    await first;
    await route.continue().catch(() => {});
  });
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('/');
  const asked = page.waitForRequest('**/api/search?q=promise');
  await field(page).fill('promise');
  await asked;
  await field(page).fill('invoice');
  await expect(options(page).first()).toContainText(/invoice/i);
  answerFirst();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(options(page).first()).toContainText(/invoice/i);
});

test('no page fetches the search before it is used', { tag: '@topic' }, async ({ page, site }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /search/.test(request.url())) {
      scripts.push(request.url());
    }
  });
  await page.goto(`${site.url}/blog`);
  await page.waitForLoadState('networkidle');
  const before = scripts.length;
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  expect(scripts.length).toBeGreaterThan(before);
  expect(scripts.slice(0, before).filter((url) => /dialog|search/.test(url))).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('there is no button that does nothing', { tag: '@topic' }, async ({ page, site }) => {
    await page.goto(site.url);
    await expect(page.locator('[data-search]').first()).toBeHidden();
  });
});
