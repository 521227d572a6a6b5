import type { Locator, Page } from '@playwright/test';
import { isJobListEmpty } from '../api/testing/test-database.ts';
import { until } from '../api/testing/until.ts';
import { violationsOf } from './support/axe.ts';
import { validateHtml } from './support/html.ts';
import { layoutShift, watchLayoutShift } from './support/layout-errors.ts';
import {
  expect,
  test as ownTest,
  publish,
  type Site,
  signInAsOwner,
  readOnlyTest as test,
} from './support/site.ts';
import { isSlowNoteShown, pauseRequests, scrollTo, waitForLayout } from './support/waits.ts';

const articlePath = '/blog/how-long-is-a-string';
const toast = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const readMore = (page: Page) => page.getByRole('region', { name: 'Read more' });
const related = (page: Page) => page.getByRole('region', { name: 'Related' });
const titles = (page: Page) => page.getByRole('combobox', { name: 'Search the titles' });

test('an article shows its author, date, reading time, and links to other articles', {
  tag: '@topic',
}, async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url + articlePath);
  const article = page.getByRole('article').first();
  const head = article.locator('header');
  await expect(head.getByText('Maren Halvard')).toBeVisible();
  await expect(head.locator('time')).toHaveText('November 18th 2025');
  await expect(head.getByText(/^\d+ Min Read$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How long is a string?');
  await expect(head.getByText(/^Four correct answers/)).toBeVisible();
  await expect(head.getByRole('img', { name: /^The same bar drawn four times/ })).toBeVisible();
  await expect(article.getByText(/^Bytes, code units, code points/)).toBeVisible();
  await expect(article.getByText(/^Ask five languages/)).toBeVisible();

  // The table of contents marks the current section while scrolling and after a jump.
  const contents = page.getByRole('navigation', { name: 'Table of contents' });
  const current = contents.locator('[aria-current]');
  await expect(current).toHaveCount(0);
  // Parts above the heading still get their real height.
  await waitForLayout(page);
  await page.getByRole('heading', { name: 'Equal, but not identical' }).evaluate((heading) => {
    heading.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  await expect(current).toHaveText('Equal, but not identical');
  await contents.getByRole('link', { name: 'Four units' }).click();
  await expect(current).toHaveText('Four units');
  await expect(page).toHaveURL(/#s-four-units$/);

  // The link of a heading is focusable and copies its URL.
  const anchor = page.getByRole('link', { name: 'Link to Four units' });
  await anchor.focus();
  await expect(anchor).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Link copied');
  expect(await clipboard(page)).toBe(`${site.url}${articlePath}#s-four-units`);

  // The button copies the original code.
  const code = page.locator('.prose .code').first();
  // The message disappears after two seconds.
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await code.getByRole('button', { name: 'Copy code' }).click();
  await expect(code.getByText('Copied')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toHaveCount(1);
  expect(await clipboard(page)).toBe(await code.locator('pre').textContent());
  await page.clock.resume();

  // Shares by plain links and by copying the URL.
  const share = page.getByRole('region', { name: 'Share this article' });
  const encoded = encodeURIComponent(site.url + articlePath);
  for (const name of ['Email', 'LinkedIn', 'Mastodon', 'Bluesky', 'Hacker News', 'X']) {
    const href = await share.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(href).toContain(encoded);
  }
  await share.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => clipboard(page)).toBe(site.url + articlePath);

  const series = page.getByRole('navigation', { name: 'Parts before and after' });
  await expect(series).toContainText('Part 1 of 3');
  await series.getByRole('link', { name: /^Next part/ }).click();
  await expect(page).toHaveURL(/\/blog\/your-invoice-is-off-by-a-cent$/);
  await expect(series.getByRole('link', { name: /^Previous part/ })).toBeVisible();
  // Offscreen rendering above could move the link during the click.
  await waitForLayout(page);
  const neighbours = page.getByRole('navigation', { name: 'Articles before and after' });
  await neighbours.getByRole('link', { name: /^Previous article/ }).click();
  await expect(page).toHaveURL(/\/blog\/what-runs-next$/);
});

test('further and related articles load from published cards without layout shift', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await watchLayoutShift(page);
  await page.goto(site.url + articlePath);
  const list = related(page).getByRole('listitem');
  await scrollTo(related(page));
  await expect(list.first().getByRole('link')).toBeVisible();
  const names = await list.getByRole('heading').allTextContents();
  expect(names).toHaveLength(5);
  expect(new Set(names).size).toBe(5);
  expect(names).not.toContain('How long is a string?');
  await expect(related(page).getByRole('link', { name: 'unicode' })).toBeVisible();

  const cards = readMore(page).getByRole('article');
  const button = readMore(page).getByRole('button', { name: 'Read more' });
  await scrollTo(button);
  await expect(cards).toHaveCount(4);
  expect(await layoutShift(page)).toBe(0);
  await expect(cards.first()).toContainText('Forty milliseconds');
  for (const count of [6, 8, 10, 12, 14]) {
    await expect(button).toBeEnabled();
    await button.click();
    await expect(cards).toHaveCount(count);
  }
  await button.click();
  await expect(cards).toHaveCount(15);
  await expect(button).toBeDisabled();
  await expect(cards.last().getByRole('link')).toBeFocused();
  const all = await cards.getByRole('heading').allTextContents();
  expect(new Set(all).size).toBe(15);
  expect(all).not.toContain('How long is a string?');
});

test('the note about slow cards appears and disappears without layout shift', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await watchLayoutShift(page);
  const releaseCards = await pauseRequests(page, '**/cards/**');
  await page.goto(site.url + articlePath);
  for (const part of [related(page), readMore(page)]) {
    await scrollTo(part);
    expect(await isSlowNoteShown(part, 2000)).toBe(true);
    expect(await layoutShift(page)).toBe(0);
  }
  await releaseCards();
  await expect(readMore(page).getByRole('article')).toHaveCount(4);
  await expect(related(page).getByRole('listitem').first()).toBeVisible();
  expect(await layoutShift(page)).toBe(0);
});

/** True if the last character of a text is left of the first one. */
const isRightToLeft = (place: Locator) =>
  place.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const [first = 0, last = 0] = [0, text.data.length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
    return last < first;
  });

ownTest(
  'titles, contents and tables in Arabic begin at the right',
  { tag: '@topic' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAsOwner(page, site);
    const title = 'الملف صفحة!';
    const table = '| أ | ب |\n|---|---|\n| ١ | ٢ |';
    const markdown = `## الأول\n\nنص.\n\n## الثاني\n\n${table}`;
    await publish(page, site, title, { language: 'ar', markdown });
    await until('it is published', () => isJobListEmpty(site.dataFolder));
    await page.goto(`${site.url}/blog`);
    const link = page.getByRole('link', { name: title }).first();
    expect(await isRightToLeft(link)).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('صفحة');
    const result = page.getByRole('option').locator('.search__title');
    await expect(result).toHaveText(title);
    await expect(result).toHaveCSS('direction', 'rtl');
    await page.keyboard.press('Escape');

    await link.click();
    const heading = page.getByRole('heading', { level: 1, name: title });
    expect(await isRightToLeft(heading)).toBe(true);
    const entry = page.getByRole('link', { name: 'الثاني', exact: true });
    await expect(entry).toHaveCSS('border-right-width', '3px');
    await expect(entry).toHaveCSS('border-left-width', '0px');
    await expect(entry).toHaveCSS('padding-left', '0px');
    // The first column is the rightmost one, at the edge of the text.
    const cells = page.locator('.prose').getByRole('cell');
    await expect(cells.first()).toHaveCSS('padding-right', '0px');
    await expect(cells.first()).not.toHaveCSS('padding-left', '0px');
    await expect(cells.last()).toHaveCSS('padding-left', '0px');
  },
);

ownTest(
  'the page names another admin as author, and Read more continues to the oldest article',
  { tag: '@verify' },
  async ({ page, site }) => {
    await signInAsOwner(page, site);
    // The head of the article and the author card show the renamed admin.
    const profileResponse = await page.request.put(`${site.url}/api/user/profile`, {
      data: { name: 'Ivo Example' },
      headers: { origin: site.url },
    });
    expect(profileResponse.status()).toBe(200);
    const names = Array.from({ length: 35 }, (_, index) => `Note ${index + 1}`);
    const labels = { tags: ['notes'], categories: ['Notes'] };
    for (const title of names) await publish(page, site, title, labels);
    const newestTitle = async () =>
      (await (await page.request.get(latest)).json()).articles[0]?.title;
    const latest = `${site.url}/cards/latest.json`;
    await expect.poll(newestTitle).toBe('Note 35');
    await page.goto(`${site.url}/blog/note-2`);
    await expect(page.locator('.article__head')).toContainText('Ivo Example');
    // The note about member-only stories can be turned off.
    await expect(page.locator('[data-meter]')).toHaveCount(1);
    const settingsResponse = await page.request.put(`${site.url}/api/admin/settings`, {
      data: { meter: false },
      headers: { origin: site.url },
    });
    expect(settingsResponse.status()).toBe(200);
    await expect(async () => {
      await page.reload();
      await expect(page.locator('[data-meter]')).toHaveCount(0, { timeout: 1 });
    }).toPass();
    const writer = page.getByRole('region', { name: 'Ivo Example' });
    await expect(writer.getByRole('link', { name: 'Maren Halvard' })).toHaveAttribute(
      'href',
      '/about',
    );
    const cards = readMore(page).getByRole('article');
    const button = readMore(page).getByRole('button', { name: 'Read more' });
    await scrollTo(button);
    await expect(cards).toHaveCount(4);
    await page.route('**/blog/page/2', (route) => route.abort());
    for (let count = 6; count <= 24; count += 2) {
      await button.click();
      await expect(cards).toHaveCount(count);
    }
    await button.click();
    await expect(readMore(page)).toContainText('could not be loaded. Please try again.');
    await page.unroute('**/blog/page/2');
    for (let count = 26; count <= 34; count += 2) {
      await expect(button).toBeEnabled();
      await button.click();
      await expect(cards).toHaveCount(count);
    }
    await expect(button).toBeDisabled();
    await expect(readMore(page)).toContainText('You have reached the end of the list.');
    const titles = await cards.getByRole('heading').allTextContents();
    expect(titles).toEqual(names.filter((name) => name !== 'Note 2').toReversed());
    await expect(cards.last().getByRole('link')).toHaveAttribute('href', '/blog/note-1');
    await expectValidPages(page, site);
  },
);

/** Checks further pages of a tag and of a category, which the demo content does not have. */
async function expectValidPages(page: Page, site: Site): Promise<void> {
  for (const path of ['/tag/notes/page/1', '/category/notes/page/1']) {
    const html = await (await page.goto(site.url + path))?.text();
    expect(await validateHtml([{ path, html: html ?? '' }])).toEqual([]);
    expect(await violationsOf(page), path).toEqual([]);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(8);
    await expect(page.getByRole('link', { name: /Newer/ })).toBeVisible();
  }
}

test('the rail shows account links, title search, the author, and pages about the site', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(site.url + articlePath);
  const accountPanel = page.getByRole('region', { name: 'Your account' });
  await expect(accountPanel.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(articlePath)}`,
  );
  await expect(accountPanel.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expect(accountPanel.getByText('Welcome back')).toBeHidden();

  const options = page.getByRole('listbox', { name: 'Titles found' }).getByRole('option');
  await titles(page).pressSequentially('THE');
  await expect(options).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(options.first()).toBeHidden();
  // Enter follows neither a hidden title nor one that was found for an earlier text.
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toBeVisible();
  await titles(page).fill('x'.repeat(19));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`No title contains “${'x'.repeat(19)}”.`)).toBeVisible();
  await titles(page).fill('');
  await titles(page).pressSequentially('label is part of the input and more');
  await expect(titles(page)).toHaveValue('label is part of the');
  await expect(options).toHaveText(['The label is part of the input']);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blog\/the-label-is-part-of-the-input$/);
  await page.route('**/api/articles?**', (route) => route.abort());
  await titles(page).fill('sqlite keeps');
  await expect(options).toHaveText(['How SQLite keeps a promise']);

  const writer = page.getByRole('region', { name: 'Maren Halvard' });
  await expect(writer).toContainText('I am a software engineer in Leipzig.');
  await expect(writer.getByRole('link', { name: 'Mastodon' })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'About this site' });
  for (const name of ['Help', 'Privacy', 'Terms']) {
    await links.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText(/As of \w+ \d+(st|nd|rd|th) 20\d\d/)).toBeVisible();
    await page.goBack();
  }

  await page.getByLabel('Your email').fill('ann@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('status').filter({ hasText: /mail/i })).toBeVisible();
});

test('a failed title search can be repeated', { tag: '@topic' }, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['**/api/articles?**', '**/search-index.json']) {
    await page.route(path, (route) => route.abort());
  }
  await page.goto(site.url + articlePath);
  const options = page.getByRole('listbox', { name: 'Titles found' }).getByRole('option');
  const retry = page.getByRole('status').getByRole('button', { name: 'Try again' });
  await titles(page).fill('sqlite keeps');
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(options).toHaveText(['How SQLite keeps a promise']);
  await expect(titles(page)).toBeFocused();
});

test('titles that are found after the reader has left the field stay hidden until the reader returns', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url + articlePath);
  const release = await pauseRequests(page, '**/api/articles?**');
  const isRequested = page.waitForRequest('**/api/articles?**');
  await titles(page).fill('sqlite keeps');
  await isRequested;
  await page.keyboard.press('Tab');
  await release();
  const found = page.locator('#title-results').getByText('How SQLite keeps a promise');
  await expect(found).toBeAttached();
  await expect(titles(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(found).toBeHidden();
  await titles(page).focus();
  await expect(found).toBeVisible();
});

/** Returns what a reader finds in cards of articles. */
const contentsOf = (cards: Locator) =>
  cards.evaluateAll((elements) =>
    elements.map((card) => {
      const link = card.querySelector('a');
      const images = [...card.querySelectorAll('img, source')].map((image) =>
        ['type', 'src', 'srcset', 'width', 'height'].map((name) => image.getAttribute(name)),
      );
      return {
        title: link?.textContent,
        language: link?.closest('[lang]')?.getAttribute('lang'),
        path: link?.pathname,
        published: card.querySelector('time')?.dateTime,
        readTime: /\d+ Min Read/.exec(card.textContent)?.[0],
        images,
      };
    }),
  );

test('Read more shows what the published pages of the blog show', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/blog/page/1`);
  const published = await contentsOf(page.getByRole('main').getByRole('article'));
  expect(published.length).toBeGreaterThan(2);
  const [first] = published;
  // Only the first card comes from the index, as if the others were older.
  await page.route('**/cards/latest.json', async (route) => {
    const response = await route.fetch();
    const { articles, ...index } = await response.json();
    const latest = articles.filter(({ title }: { title: string }) => title === first?.title);
    await route.fulfill({ json: { ...index, articles: latest, older: '/blog/page/1' } });
  });
  await page.goto(site.url + articlePath);
  const cards = readMore(page).getByRole('article');
  const button = readMore(page).getByRole('button', { name: 'Read more' });
  await scrollTo(button);
  await expect(cards).toHaveCount(1);
  const expected = published.filter(({ path }) => path !== articlePath);
  while ((await cards.count()) < expected.length) {
    const count = Math.min((await cards.count()) + 2, expected.length);
    await button.click();
    await expect(cards).toHaveCount(count);
  }
  expect(await contentsOf(cards)).toEqual(expected);
});

test('the note about member-only stories counts visits, hides no content, and can be dismissed', {
  tag: '@verify',
}, async ({ page, site }) => {
  const note = page.getByRole('region', { name: 'Member-only story' });
  // Without smooth scrolling, the position is final after each step.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.url + articlePath);
  await expect(note).toContainText('Free member-only story, 1 story left');
  await page.reload();
  await expect(note).toContainText('1 story left');
  await page.goto(`${site.url}/blog/review-is-reading`);
  await expect(note).toContainText('0 stories left');
  await page.goto(`${site.url}/blog/what-runs-next`);
  await expect(note).toContainText('This is story 3 this month');
  await expect(note).not.toContainText('left');
  await expect(page.locator('.prose')).toBeVisible();

  // The note covers no focused element.
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      const noteBox = document.querySelector('.meter')?.getBoundingClientRect();
      if (!focused || !noteBox || focused.closest('.meter')) return false;
      const { right, bottom, top } = focused.getBoundingClientRect();
      return right > noteBox.left && bottom > noteBox.top && top >= noteBox.top;
    });
    expect(covered).toBe(false);
  }
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toHaveCount(0);
  await page.goto(`${site.url}/blog/forty-milliseconds`);
  // The browser counts stories when it is idle.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('stories'))).toContain('forty');
  await expect(note).toHaveCount(0);

  // Members see a welcome instead.
  await page.evaluate(() => localStorage.removeItem('stories'));
  await signInAsOwner(page, site);
  await page.goto(site.url + articlePath);
  await expect(page.getByText(/^Welcome back, .+\.$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Post' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(note).toHaveCount(0);
});

test('unavailable features show a message, and the article stays readable', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    document.execCommand = () => false;
  });
  let isUnavailable = true;
  await page.route('**/reactions', (route) => (isUnavailable ? route.abort() : route.continue()));
  const failCards = await pauseRequests(page, '**/cards/**', 'abort');
  await page.goto(site.url + articlePath);
  // This browser supports no speech synthesis.
  await expect(page.getByRole('button', { name: 'Listen' })).toBeHidden();
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect(page.getByRole('alert')).toContainText('copy it with Ctrl+C');
  const selected = await page.evaluate(() => getSelection()?.toString().trim());
  const code = await page.locator('.prose .code pre').first().textContent();
  expect(selected).toBe(code?.trim());

  await scrollTo(readMore(page));
  for (const part of [readMore(page), related(page)]) {
    expect(await isSlowNoteShown(part, 1999)).toBe(false);
    expect(await isSlowNoteShown(part, 2000)).toBe(true);
  }
  await failCards();
  await expect(readMore(page)).toContainText('could not be loaded');
  await expect(page.getByText('longer than usual')).toHaveCount(0);
  await expect(readMore(page).getByRole('link', { name: 'All articles' })).toBeVisible();
  await expect(related(page).getByRole('link', { name: 'python' })).toBeVisible();
  isUnavailable = false;
  await page.unroute('**/cards/**');
  await readMore(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(readMore(page).getByRole('article')).toHaveCount(4);
  await expect(readMore(page).getByRole('button', { name: 'Read more' })).toBeFocused();

  const bar = page.getByRole('group', { name: 'This article' });
  const likeButton = bar.getByRole('button', { name: /^Like/ });
  await expect(bar).toContainText('likes, saves and alerts are unavailable');
  await expect(likeButton).toBeHidden();
  await bar.getByRole('button', { name: 'Try again' }).click();
  await expect(likeButton).toBeFocused();
  await expect(bar).not.toContainText('are unavailable');

  const releaseComments = await pauseRequests(page, '**/comments?*');
  await bar.getByRole('button', { name: 'Responses' }).click();
  const panel = page.getByRole('dialog');
  expect(await isSlowNoteShown(panel, 1999)).toBe(false);
  expect(await isSlowNoteShown(panel, 2000)).toBe(true);
  await releaseComments();
  await expect(panel.getByText('longer than usual')).toHaveCount(0);
});

test('an article declares its language, and prints only its content', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/blog/passwoerter-hashen-2026`);
  const languageOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
  for (const german of ['h1', '.prose', '.contents a']) expect(await languageOf(german)).toBe('de');
  for (const english of ['.article-bar', '.share', '.writer', '.more', '.code-copy']) {
    expect([english, await languageOf(english)]).toEqual([english, 'en']);
  }

  await page.goto(`${site.url}${articlePath}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const chrome of ['.rail', '.article-bar', '.contents', '.share', '.beside-text', '.more']) {
    await expect(page.locator(chrome).first()).toBeHidden();
  }
  const link = page.getByRole('link', { name: 'Unicode Standard Annex #29' });
  const printedUrl = await link.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(printedUrl).toContain('https://www.unicode.org/reports/tr29/');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an article is readable, and every visible control works', async ({ page, site }) => {
    await page.goto(site.url + articlePath);
    await expect(page.locator('.prose')).toBeVisible();
    for (const name of ['Copy link', 'Listen', 'Read more']) {
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    }
    await expect(titles(page)).toHaveCount(0);
    await page.getByText('On this page').click();
    await page.getByRole('link', { name: 'Four units' }).first().click();
    await expect(page).toHaveURL(/#s-four-units$/);
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Bluesky' })).toBeInViewport();
    await page.getByRole('link', { name: 'All articles' }).click();
    await expect(page).toHaveURL(`${site.url}/blog`);
  });
});
