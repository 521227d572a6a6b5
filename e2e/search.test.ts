import type { Page } from '@playwright/test';
import { expect, removeInvokerCommands, readOnlyTest as test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const searchDialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) =>
  page.getByRole('combobox', {
    name: 'Search the site: articles, case studies, products and games',
  });
const options = (page: Page) => page.getByRole('option');
const selectedOption = (page: Page) => page.getByRole('option', { selected: true });

/** Makes the API reject searches, which the published index does not replace. */
const rejectSearches = (page: Page, pattern: string) =>
  page.route(pattern, (route) =>
    route.fulfill({ status: 400, json: { msg: 'Refused', code: 'VALIDATION' } }),
  );

test('a reader finds an article by keyboard', async ({ page, site }) => {
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

test('the search keeps a letter that is typed as soon as it has the focus', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog`);
  await page.evaluate(() =>
    addEventListener('focusin', ({ target }) => {
      if ((target as Element).role !== 'combobox') return;
      queueMicrotask(() => document.execCommand('insertText', false, 'p'));
    }),
  );
  await page.keyboard.press('/');
  await expect(field(page)).toHaveValue('p');
  await page.keyboard.type('ragma');
  await expect(field(page)).toHaveValue('pragma');
  await expect(options(page).first()).toContainText('How SQLite keeps a promise');
});

for (const { name, isUnavailable } of [
  { name: 'by the API', isUnavailable: false },
  { name: 'by the published index while the API is unavailable', isUnavailable: true },
]) {
  test(`a case study and a game are found ${name} and open by keyboard`, {
    tag: '@verify',
  }, async ({ page, site }) => {
    if (isUnavailable) await page.route('**/api/search?**', (route) => route.abort());
    // Finds the case study by a technology, and the game by genre and developer.
    const study = { title: 'The night planner', kind: 'Case study', path: '/project/2' };
    const game = { title: 'Hades', kind: 'Game', path: '/gamecorner/game/12' };
    for (const { query, marked, title, kind, path } of [
      { ...study, query: 'prometheus night', marked: 'night' },
      { ...game, query: 'action supergiant hades', marked: 'Hades' },
    ]) {
      await page.goto(`${site.url}/gamecorner/browser`);
      await page.keyboard.press('Control+k');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type(query);
      await expect(options(page)).toHaveCount(1);
      const result = options(page).first();
      await expect(result).toHaveAttribute('href', path);
      await expect(result).toContainText(`${title} ${kind}`);
      await expect(result.locator('mark').first()).toHaveText(marked);
      await expect(page.getByText('The server is unavailable')).toHaveCount(isUnavailable ? 1 : 0);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(site.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });
}

test('arrow keys move through the results in a loop, and Escape returns the focus', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog/a-page-is-a-file`);
  const button = page.getByRole('button', { name: 'Search' });
  await button.focus();
  await page.keyboard.press('Enter');
  await field(page).fill('the');
  await expect(selectedOption(page)).toHaveCount(1);
  const count = await options(page).count();
  expect(count).toBeGreaterThan(2);
  await expect(options(page).nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  const id = await selectedOption(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(options(page).nth(count - 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(searchDialog(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
});

test('the search corrects a typing error and reports a query without results', {
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

test('a slash in a text field does not open the search', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').focus();
  await page.keyboard.type('a/b');
  await expect(page.getByLabel('Email')).toHaveValue('a/b');
  await expect(searchDialog(page)).toHaveCount(0);
});

test('a slash opens the search beside open comments', { tag: '@topic' }, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.url}/blog/forty-milliseconds`);
  await page.getByRole('button', { name: /^Responses/ }).click();
  await expect(page.getByRole('dialog', { name: /^Responses/ })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search the site' })).toBeFocused();
});

test('the search uses the published index while the API is unavailable', {
  tag: '@verify',
}, async ({ page, site }) => {
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

test('a late response does not replace a later one', { tag: '@verify' }, async ({ page, site }) => {
  // The first request is not aborted. A mark shows when the page has handled its response.
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (url, init) => {
      const response = await send(url, { ...init, signal: null });
      const json = response.json.bind(response);
      response.json = async () => {
        const body = await json();
        setTimeout(() => document.body.setAttribute('data-handled-response', String(url)));
        return body;
      };
      return response;
    };
  });
  const releaseFirst = await pauseRequests(page, '**/api/search?q=promise');
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('/');
  const firstRequest = page.waitForRequest('**/api/search?q=promise');
  await field(page).fill('promise');
  await firstRequest;
  await field(page).fill('invoice');
  await expect(options(page).first()).toContainText(/invoice/i);
  await releaseFirst();
  await expect(page.locator('body')).toHaveAttribute('data-handled-response', /promise/);
  await expect(options(page).first()).toContainText(/invoice/i);
});

test('Enter right after a change of the query opens the first result of the new query', async ({
  page,
  site,
}) => {
  const { results } = await (await page.request.get(`${site.url}/api/search?q=invoice`)).json();
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('/');
  await field(page).fill('promise');
  await expect(options(page).first()).toContainText(/promise/i);
  const release = await pauseRequests(page, '**/api/search?q=invoice');
  const request = page.waitForRequest('**/api/search?q=invoice');
  await field(page).fill('invoice');
  await page.keyboard.press('Enter');
  await request;
  await release();
  await expect(page).toHaveURL(site.url + results[0].path);
});

test('Enter right after the correction of a failed query opens the first result', {
  tag: '@topic',
}, async ({ page, site }) => {
  const { results } = await (await page.request.get(`${site.url}/api/search?q=invoice`)).json();
  await rejectSearches(page, '**/api/search?q=invoicee');
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('/');
  await field(page).fill('invoicee');
  await expect(searchDialog(page).getByText('Refused')).toBeVisible();
  const release = await pauseRequests(page, '**/api/search?q=invoice');
  const request = page.waitForRequest('**/api/search?q=invoice');
  await field(page).fill('invoice');
  await page.keyboard.press('Enter');
  await request;
  await release();
  await expect(page).toHaveURL(site.url + results[0].path);
});

test('a failed search is busy while it is repeated, on request and when the network is back', {
  tag: '@topic',
}, async ({ page, site }) => {
  await rejectSearches(page, '**/api/search?**');
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('/');
  await field(page).fill('promise');
  const retry = searchDialog(page).getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  const release = await pauseRequests(page, '**/api/search?**');
  await retry.click();
  await expect(retry).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(options(page).first()).toContainText(/promise/i);
  await expect(field(page)).toBeFocused();

  await page.unrouteAll();
  await rejectSearches(page, '**/api/search?**');
  await field(page).fill('invoice');
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(options(page).first()).toContainText(/invoice/i);
});

test('pages load the search only when it is used', { tag: '@topic' }, async ({ page, site }) => {
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

test('the search opens before its scripts are loaded and finds what was typed meanwhile', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog`, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.click();
  await expect(field(page)).toBeFocused();
  // The browser closes and opens it as well.
  await page.getByRole('button', { name: 'Close search' }).click();
  await expect(searchDialog(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('pragma promise');
  await loadScripts();
  await expect(options(page).first()).toContainText('How SQLite keeps a promise');
  await expect(field(page)).toHaveValue('pragma promise');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('Enter before the scripts are loaded opens the first result', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog`, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.keyboard.type('pragma promise');
  await page.keyboard.press('Enter');
  await loadScripts();
  await expect(page).toHaveURL(`${site.url}/blog/how-sqlite-keeps-a-promise`);
});

test('Escape cancels an Enter that waits for results', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/blog`);
  const sendSearches = await pauseRequests(page, '**/api/search?**');
  await page.keyboard.press('/');
  const search = page.waitForRequest('**/api/search?**');
  await page.keyboard.type('pragma promise');
  await page.keyboard.press('Enter');
  await search;
  await page.keyboard.press('Escape');
  await sendSearches();
  await page.keyboard.press('/');
  await expect(options(page).first()).toContainText('How SQLite keeps a promise');
  expect(page.url()).toBe(`${site.url}/blog`);
});

test('a slash right after the search was closed opens it again', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('/');
  await page.keyboard.type('pragma promise');
  await expect(options(page).first()).toContainText('How SQLite keeps a promise');
  await searchDialog(page).evaluate((dialog: HTMLDialogElement) => {
    dialog.addEventListener('close', () => dialog.setAttribute('data-close-event', ''));
    dialog.close();
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: '/', bubbles: true, composed: true }),
    );
  });
  await expect(page.locator('[data-close-event]')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('invoice');
  await expect(field(page)).toHaveValue('invoice');
});

for (const path of ['/', '/blog/a-page-is-a-file', '/gamecorner/browser']) {
  test(`results are below each other, and a failed search can be repeated, on a phone at ${path}`, {
    tag: '@verify',
  }, async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(site.url + path);
    await rejectSearches(page, '**/api/search?**');
    await page.getByTitle('Search ( / )').click();
    await page.keyboard.type('sql');
    await expect(searchDialog(page).getByText('Refused')).toBeVisible();
    await page.unrouteAll();
    await searchDialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(options(page).nth(1)).toBeVisible();
    const texts = options(page).locator('> span');
    const boxes = await texts.evaluateAll((spans) =>
      spans.map((span) => span.getBoundingClientRect()),
    );
    for (const [index, { top }] of boxes.entries()) {
      expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0);
    }
  });
}

test('the search opens in a browser without invoker commands', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await removeInvokerCommands(page);
  await page.goto(`${site.url}/missing`);
  for (const name of ['Search', 'Search the site']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toBeHidden();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the search button is hidden', { tag: '@topic' }, async ({ page, site }) => {
    await page.goto(site.url);
    await expect(page.locator('[data-search]').first()).toBeHidden();
  });
});
