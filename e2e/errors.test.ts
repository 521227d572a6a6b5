import type { Browser, Page } from '@playwright/test';
import { violationsInLight } from './support/axe.ts';
import {
  expect,
  openReportingPage,
  test as ownTest,
  type Site,
  signInAsOwner,
  readOnlyTest as test,
} from './support/site.ts';
import { fakeSpeechSynthesis } from './support/speaking-browser.ts';
import { isSlowNoteShown, pauseRequests } from './support/waits.ts';
import { expectMarkdown, writeMarkdown } from './support/writing.ts';

/** React, and its connection to the islands. */
const reactScript = /_assets\/client\.[^/]*\.js/;

/** Opens a page that cannot load a script, without error checks, because the failure is reported to the console. */
async function openWithout(browser: Browser, script: RegExp): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.route(script, (route) => route.abort());
  return page;
}

/** Sends the form for subscriptions and expects the page to which the API redirects the browser. */
async function subscribeNatively(page: Page, site: Site): Promise<void> {
  const main = page.getByRole('main');
  await page.goto(`${site.url}/subscribe`);
  await main.getByLabel('Your email').fill('ann@example.org');
  await main.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/subscribe#requested$/);
}

const suggestions = (page: Page) => page.getByRole('navigation', { name: 'Suggested pages' });

test('an unknown URL shows an error and suggests the intended page', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  for (const [requestedPath, suggestedPath] of [
    ['/blogg', '/blog'],
    ['/abuot', '/about'],
    ['/projects/1', '/project/1'],
    ['/hades', '/gamecorner/game/12'],
    ['/tag/javscript', '/tag/javascript'],
    ['/series/plain-valeus', '/series/plain-values'],
    ['/blog/how-sqlite-keeps-a-promis', '/blog/how-sqlite-keeps-a-promise'],
    ['/admin/nothing', null],
  ] as const) {
    const response = await page.goto(site.url + requestedPath);
    expect([requestedPath, response?.status()]).toEqual([requestedPath, 404]);
    expect(response?.headers()['cache-control']).toBe('no-cache');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error 404');
    await expect(page.getByRole('link', { name: 'Go Back Home' })).toHaveAttribute('href', '/');
    if (suggestedPath === null) continue;
    await expect(suggestions(page).getByText('Were you looking for one of these?')).toBeVisible();
    await expect(suggestions(page).getByRole('link').first()).toHaveAttribute(
      'href',
      suggestedPath,
    );
    expect(await suggestions(page).getByRole('link').count()).toBe(5);
  }
  expect(await violationsInLight(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Search the site' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('a guarded page shows guests the same suggestions as an unknown URL', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/admin/messages`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error 404');
  await expect(suggestions(page).getByRole('link')).toHaveCount(5);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an unknown URL offers links to the main pages', async ({ page, site }) => {
    await page.goto(`${site.url}/abuot`);
    await expect(page.getByRole('button', { name: 'Search the site' })).toBeHidden();
    for (const path of ['/', '/blog', '/project', '/about', '/contact']) {
      await expect(suggestions(page).locator(`a[href="${path}"]`)).toBeVisible();
    }
  });
});

const busy = { msg: 'The server is busy. Please try again in a moment.', code: 'BUSY' };
/** Failures of the API, with a function to cause them and the message to expect. */
const failures: [string, (page: Page, calls: string) => Promise<unknown>, RegExp][] = [
  [
    'no response',
    (page, calls) => page.route(calls, (route) => route.abort()),
    /The server is not responding\. Your input is safe/,
  ],
  [
    'an error of the API',
    (page, calls) =>
      page.route(calls, (route) =>
        route.fulfill({ status: 500, json: { msg: 'It broke.', code: 'INTERNAL' } }),
      ),
    /It broke\. Your input is safe. Please try again in a moment\./,
  ],
  [
    'an error of a proxy',
    (page, calls) => page.route(calls, (route) => route.fulfill({ status: 502, body: '<h1>Bad' })),
    /Something went wrong on the server \(502\)\. Your input is safe/,
  ],
  [
    'a busy server',
    (page, calls) =>
      page.route(calls, (route) =>
        route.fulfill({ status: 503, headers: { 'retry-after': '30' }, json: busy }),
      ),
    /The server is busy\. Your input is safe. Please try again in 30 seconds\./,
  ],
  [
    'a static file host',
    (page, calls) => page.route(calls, (route) => route.fulfill({ status: 404, body: 'no' })),
    /The server is unavailable\. Your input is safe/,
  ],
];

test('forms show the reason of a failure, keep the input, and work afterwards', {
  tag: '@verify',
}, async ({ page, site, context }) => {
  await page.goto(`${site.url}/contact`);
  const message = page.getByRole('textbox', { name: 'Message' });
  await page.getByLabel('Your name').fill('Ann Example');
  await page.getByLabel('Your email').fill('ann@example.org');
  await message.fill('A long and careful text');
  const send = page.getByRole('button', { name: 'Send message' });
  for (const [failure, cause, errorMessage] of failures) {
    await cause(page, '**/api/contact');
    await send.click();
    await expect(page.getByRole('alert').filter({ hasText: errorMessage }), failure).toBeVisible();
    await expect(message).toHaveValue('A long and careful text');
    await page.unroute('**/api/contact');
  }
  await context.setOffline(true);
  await send.click();
  await expect(page.getByText('You are offline. Your input is safe')).toBeVisible();
  await context.setOffline(false);
  await send.click();
  await expect(page.getByRole('heading', { name: /We have received your message/ })).toBeVisible();

  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.route('**/api/user/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '600' },
      json: { msg: 'Too many attempts. Please try again later.', code: 'TOO_MANY_REQUESTS' },
    }),
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Too many attempts. Please try again in 10 minutes.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('owner@example.org');
});

test('a form shows and reports a response that the page does not understand', {
  tag: '@topic',
}, async ({ browser, site }) => {
  const { page, reports } = await openReportingPage(browser);
  await page.route('**/api/contact', (route) => route.fulfill({ json: null }));
  await page.goto(`${site.url}/contact`);
  await page.getByLabel('Your name').fill('Ann Example');
  await page.getByLabel('Your email').fill('ann@example.org');
  await page.getByRole('textbox', { name: 'Message' }).fill('A long and careful text');
  await page.getByRole('button', { name: 'Send message' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Something went wrong here.' });
  await expect(failure).toBeVisible();
  expect(reports).toHaveLength(1);
  await page.context().close();
});

test('the search shows an error while it is unavailable, and retries on request', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog`);
  await page.route(/\/(api\/search|search-index[^/]*\.json)/, (route) => route.abort());
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('promise');
  await expect(page.getByText('Search is not responding.')).toBeVisible();
  await page.unroute(/\/(api\/search|search-index[^/]*\.json)/);
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  const result = page.getByRole('option').filter({ hasText: 'How SQLite keeps a promise' });
  await expect(result).toHaveCount(1);
});

test('members can read pages while the API is unavailable, and get one notice', {
  tag: '@verify',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(site.url);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${site.url}/blog/how-sqlite-keeps-a-promise`);
  await expect(
    page.getByRole('alert').filter({ hasText: 'You can still read this page' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How SQLite keeps a promise');
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('You can still read this page')).toHaveCount(0);

  // Personal content shows a placeholder, a note when it is slow, and a button to retry.
  await page.unroute('**/api/**');
  for (const [pagePath, heading] of [
    ['/admin/messages', 'Messages'],
    ['/', 'All Blog Posts'],
    ['/library', 'Your library'],
    ['/notifications', 'Notifications'],
  ] as const) {
    const failRequests = await pauseRequests(page, '**/api/**', 'abort');
    await page.goto(site.url + pagePath);
    // The home page also has a hidden placeholder for members.
    const section = page.locator(pagePath === '/' ? '.all-posts' : 'main');
    expect(await isSlowNoteShown(section, 1999), pagePath).toBe(false);
    // The island replaces the published placeholder by its own.
    await expect.poll(() => isSlowNoteShown(section, 2000), pagePath).toBe(true);
    await failRequests();
    await expect(page.getByRole('alert').filter({ hasText: 'is not responding' })).toBeVisible();
    await page.unroute('**/api/**');
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }
});

ownTest(
  'the editor keeps the text while the API is unavailable',
  { tag: '@verify' },
  async ({ page, site }) => {
    await signInAsOwner(page, site);
    await page.goto(`${site.url}/admin/blog/new`);
    await page.getByLabel('Title', { exact: true }).fill('Written in a tunnel');
    await page.route('**/api/**', (route) => route.abort());
    await writeMarkdown(page, 'Words that matter.');
    await expect(
      page.getByText(/The preview is out of date\. The server is not responding/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save To Drafts' }).click();
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: /Not saved\. The server is not responding/ });
    await expect(refusal).toBeVisible();
    await expectMarkdown(page, 'Words that matter.');
    await page.unroute('**/api/**');
    await refusal.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/blog\/edit\//);
  },
);

test('a control whose scripts failed to load shows an error, and works once they load', {
  tag: '@verify',
}, async ({ browser, site }) => {
  const page = await openWithout(browser, reactScript);
  // Without the scripts of toasts, the message is a dialog of the browser.
  await page.goto(`${site.url}/blog/forty-milliseconds`);
  const bar = page.getByRole('group', { name: 'This article' });
  const copy = bar.getByRole('button', { name: 'Copy link' });
  const [toast] = await Promise.all([page.waitForEvent('dialog'), copy.click()]);
  expect(toast.message()).toBe('Link copied');
  await toast.accept();
  const like = bar.getByRole('button', { name: /^Like/ });
  const [dialog] = await Promise.all([page.waitForEvent('dialog'), like.click()]);
  expect(dialog.message()).toContain('did not load');
  await dialog.accept();
  // The browser opens the search, which can find nothing.
  await page.goto(site.url);
  const search = page.getByTitle('Search ( / )');
  const [refusal] = await Promise.all([page.waitForEvent('dialog'), search.dispatchEvent('click')]);
  expect(refusal.message()).toContain('did not load');
  await refusal.accept();
  await page.keyboard.press('Escape');
  await page.unroute(reactScript);
  await search.click();
  await page.keyboard.type('sql');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.context().close();
});

test('a form whose scripts failed to load is sent by the browser, or says so and keeps its text', {
  tag: '@verify',
}, async ({ browser, site }) => {
  const page = await openWithout(browser, reactScript);
  const main = page.getByRole('main');
  await subscribeNatively(page, site);

  await page.goto(`${site.url}/unsubscribe`);
  await main.getByLabel('The link from the email').fill('unknown');
  await main.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page).toHaveURL(/\/unsubscribe#invalid-link$/);
  await expect(main.getByRole('heading', { name: /^This link is invalid/ })).toBeVisible();

  await page.goto(`${site.url}/contact`);
  await main.getByLabel('Your name').fill('Ann Example');
  await main.getByLabel('Your email').fill('ann@example.org');
  await main.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/\/contact#sent$/);

  await page.goto(`${site.url}/login`);
  const field = main.getByLabel('Email').first();
  await field.fill('ann@example.org');
  // The click ends after the dialog if the failure of the scripts was known before.
  const dialogOpened = page.waitForEvent('dialog');
  const click = main.getByRole('button', { name: 'Submit' }).first().click({ noWaitAfter: true });
  const dialog = await dialogOpened;
  expect(dialog.message()).toContain('did not load');
  await dialog.accept();
  await click;
  await expect(field).toHaveValue('ann@example.org');
  await expect(page).toHaveURL(`${site.url}/login`);
  await page.context().close();
});

test('a page whose own script failed to load sends its forms, and other controls say so', {
  tag: '@verify',
}, async ({ browser, site }) => {
  const page = await openWithout(browser, /_assets\/core\.[^/]*\.js/);
  const main = page.getByRole('main');
  await subscribeNatively(page, site);

  await page.goto(`${site.url}/login`);
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    void dialog.accept();
  });
  const field = main.getByLabel('Email').first();
  await field.fill('ann@example.org');
  await main.getByRole('button', { name: 'Submit' }).first().click();
  await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click();
  const message = 'It did not load. Please reload.';
  await expect.poll(() => messages).toEqual([message, message]);
  await expect(field).toHaveValue('ann@example.org');
  await expect(page).toHaveURL(`${site.url}/login`);
  await page.context().close();
});

test('a game that cannot be drawn shows an error and can be opened again', async ({
  browser,
  site,
}) => {
  const { page, reports } = await openReportingPage(browser);
  await page.goto(`${site.url}/gamecorner/game/10`);
  await page.evaluate(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = () => null;
    addEventListener('restore-canvas', () => {
      HTMLCanvasElement.prototype.getContext = getContext;
    });
  });
  const play = page.getByRole('button', { name: /^Play / });
  await play.click();
  await expect(page.getByText('The game could not be loaded.')).toBeVisible();
  expect(reports).toHaveLength(1);
  await expect(play).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('restore-canvas')));
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.game[data-phase=title]')).toBeVisible();
  await page.context().close();
});

test.describe('with an error of a script', () => {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  const throwingTest = test.extend({ failOnPageErrors: async ({}, use) => use(undefined) });

  throwingTest('a button whose action threw can be pressed again', async ({ page, site }) => {
    await fakeSpeechSynthesis(page);
    await page.goto(`${site.url}/blog/the-test-that-writes-itself`);
    await page.evaluate(() => {
      const { Segmenter } = Intl;
      const throwOnce = class extends Segmenter {
        constructor() {
          super();
          Object.assign(Intl, { Segmenter });
          throw new Error('thrown by the test');
        }
      };
      Object.assign(Intl, { Segmenter: throwOnce });
    });
    const listen = page.getByRole('button', { name: 'Listen', exact: true });
    const thrown = page.context().waitForEvent('weberror');
    await listen.click();
    await thrown;
    await expect(listen).not.toHaveAttribute('aria-busy');
    await listen.click();
    await expect(page.getByRole('group', { name: 'Listen aloud' })).toBeVisible();
  });
});
