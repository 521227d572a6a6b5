import {
  articlePath,
  commentField,
  commentPanel,
  commentWith,
  openComments,
  panelButton,
  submitButton,
  writeComment,
} from './support/comment-panel.ts';
import { openReportingPage, registerMember, removeInvokerCommands } from './support/site.ts';
import { pauseRequests, recordTexts } from './support/waits.ts';
import { expect, test } from './support/whole-site.ts';

test('a comment that could not be sent keeps its text and is sent by the next attempt', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openComments(page, site);
  const failRequests = await pauseRequests(page, '**/api/articles/*/comments', 'abort');
  await writeComment(page, 'Said into a dead line');
  const failedComment = commentWith(page, 'Said into a dead line');
  await expect(failedComment.getByText('Sending…')).toBeVisible();
  await failRequests();
  await expect(failedComment.getByText(/^Not sent\. .*Your input is safe/)).toBeVisible();
  await failedComment.getByRole('button', { name: 'Edit' }).click();
  await expect(commentField(page)).toHaveValue('Said into a dead line');
  await expect(commentField(page)).toBeFocused();
  await writeComment(page, 'Said twice into a dead line');
  const retriedComment = commentWith(page, 'Said twice');
  await expect(retriedComment.getByText(/^Not sent\./)).toBeVisible();
  // The failed comment survives another sort order and a new draft. A reload returns both to the field.
  await commentPanel(page).getByText('Most Recent').click();
  await expect(commentPanel(page).locator('[aria-busy=true]')).toHaveCount(0);
  await expect(retriedComment.getByText(/^Not sent\./)).toBeVisible();
  await commentField(page).fill('And more');
  await page.reload();
  await expect(commentField(page)).toHaveValue('Said twice into a dead line\n\nAnd more');
  // The API stores the comment, but its response is lost. A retry stores no second comment.
  await page.unroute('**/api/articles/*/comments');
  await page.route('**/api/articles/*/comments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await writeComment(page, 'Said twice into a dead line');
  await expect(retriedComment.getByText(/^Not sent\./)).toBeVisible();
  await page.unroute('**/api/articles/*/comments');
  await retriedComment.getByRole('button', { name: 'Try again' }).click();
  await expect(retriedComment.getByText(/only you can see/i)).toBeVisible();
  await expect(commentPanel(page).getByRole('article')).toHaveCount(1);
  // The author still sees the comment after a reload, other readers do not.
  await page.reload();
  await expect(commentWith(page, 'Said twice').getByText(/only you can see/i)).toBeVisible();
  await expect(commentField(page)).toHaveValue('');
  await page.evaluate(() => localStorage.removeItem('guest-token'));
  await page.reload();
  await expect(commentField(page)).toBeVisible();
  await expect(commentWith(page, 'Said twice')).toHaveCount(0);

  await commentField(page).fill('x'.repeat(5001));
  await expect(commentPanel(page).getByText('5,001 / 5,000')).toBeVisible();
  await submitButton(page).click();
  await expect(commentPanel(page).getByText('At most 5,000 characters.')).toBeVisible();

  // A failed list shows an error and a button to retry.
  await page.route('**/api/articles/*/comments?**', (route) => route.abort());
  await page.reload();
  await expect(commentPanel(page).getByText(/is not responding/)).toBeVisible();
  await page.unroute('**/api/articles/*/comments?**');
  await commentPanel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(commentField(page)).toBeVisible();
});

test('the same result of two comments is announced twice', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openComments(page, site);
  const texts = await recordTexts(commentPanel(page).locator('.comments-panel__state'));
  await writeComment(page, 'One remark');
  await expect.poll(texts).toHaveLength(1);
  const [result = ''] = await texts();
  expect(result).not.toBe('');
  await writeComment(page, 'Another remark');
  await expect.poll(texts).toEqual([result, `${result}\u00a0`]);
});

test('responses that the page does not understand are shown as failures', {
  tag: '@topic',
}, async ({ browser, site }) => {
  const { page, reports } = await openReportingPage(browser);
  const misunderstood = /went wrong here/;
  await page.route('**/api/articles/*/comments**', (route) => route.fulfill({ json: null }));
  await openComments(page, site);
  await expect(commentPanel(page).getByText(misunderstood)).toBeVisible();
  expect(reports).toHaveLength(1);
  await page.unroute('**/api/articles/*/comments**');
  await commentPanel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(commentPanel(page).getByText(misunderstood)).toBeHidden();
  await page.route('**/api/articles/*/comments', (route) => route.fulfill({ json: null }));
  await writeComment(page, 'Do you understand me?');
  const comment = commentWith(page, 'Do you understand me?');
  await expect(comment.getByText(misunderstood)).toBeVisible();
  await page.unroute('**/api/articles/*/comments');
  await comment.getByRole('button', { name: 'Try again' }).click();
  await expect(comment.getByText(/only you can see/i)).toBeVisible();
  await page.context().close();
});

test('the panel opens by keyboard, appears in the URL, and returns the focus when it closes', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url + articlePath);
  await panelButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(commentPanel(page).getByRole('heading', { name: 'Responses (0)' })).toBeFocused();
  await expect(panelButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/#responses$/);
  await expect(commentField(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(commentPanel(page).getByRole('button', { name: 'Close comments' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(commentField(page)).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(page, 'By keyboard').getByText(/only you can see/i)).toBeVisible();
  const recent = commentPanel(page).getByRole('radio', { name: 'Most Recent' });
  await commentPanel(page).getByRole('radio', { name: 'Most Relevant' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(recent).toBeChecked();
  await expect(recent).toBeFocused();
  await expect(commentWith(page, 'By keyboard')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(commentPanel(page)).toBeHidden();
  await expect(panelButton(page)).toBeFocused();
  await expect(panelButton(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page).toHaveURL(site.url + articlePath);

  // On a phone, the panel is a sheet, which going back closes.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('Enter');
  await expect(commentPanel(page)).toBeVisible();
  expect(await commentPanel(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await expect(commentField(page)).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await page.goBack();
  await expect(commentPanel(page)).toBeHidden();
  await expect(page).toHaveURL(site.url + articlePath);
  await panelButton(page).click();
  await page.keyboard.press('Escape');
  await expect(commentPanel(page)).toBeHidden();
  await expect(panelButton(page)).toBeFocused();
  await expect(page).toHaveURL(site.url + articlePath);

  // The panel does not open if the reader has gone back before it has loaded.
  await page.reload();
  const release = await pauseRequests(page, '**/comments.*.js');
  const island = panelButton(page).locator('xpath=ancestor::astro-island');
  const request = page.waitForRequest('**/comments.*.js');
  await page.evaluate(() => location.assign('#responses'));
  await request;
  await page.goBack();
  await release();
  await expect(island).not.toHaveAttribute('ssr');
  await expect(commentPanel(page)).toBeHidden();
  await expect(page).toHaveURL(site.url + articlePath);

  // Beside the text, the panel stays open while the reader follows a link within the article. Without reduced motion,
  // the click might miss the moving panel.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await panelButton(page).click();
  await page
    .getByRole('navigation', { name: 'Table of contents' })
    .getByRole('link')
    .last()
    .click();
  await expect(page).toHaveURL(/#s-/);
  await commentPanel(page).getByRole('button', { name: 'Close comments' }).click();
  await expect(commentPanel(page)).toBeHidden();
  await expect(page).toHaveURL(/#s-/);
});

const phone = { width: 390, height: 844 };

test('the panel opens before its scripts are loaded and keeps what was typed meanwhile', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.setViewportSize(phone);
  await page.goto(site.url + articlePath, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  await panelButton(page).click();
  const title = commentPanel(page).getByRole('heading', { name: 'Responses (0)' });
  await expect(title).toBeFocused();
  expect(await commentPanel(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  // The browser closes and opens it as well.
  await commentPanel(page).getByRole('button', { name: 'Close comments' }).click();
  await expect(commentPanel(page)).toBeHidden();
  await expect(panelButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await commentField(page).click();
  await page.keyboard.type('Typed early');
  await loadScripts();
  await expect(commentPanel(page).getByText('as Anonymous')).toBeVisible();
  await expect(commentField(page)).toBeFocused();
  await page.keyboard.type(' and late');
  await expect(commentField(page)).toHaveValue('Typed early and late');
  await expect(page).toHaveURL(/#responses$/);

  // The text is the draft, and follows an earlier one.
  await page.goBack();
  await expect(commentPanel(page)).toBeHidden();
  await expect(page).toHaveURL(site.url + articlePath);
  await page.reload({ waitUntil: 'networkidle' });
  const loadAgain = await pauseRequests(page, '**/*.js');
  await panelButton(page).click();
  await expect(commentField(page)).toHaveValue('');
  await commentField(page).fill('Typed again');
  await loadAgain();
  await expect(commentPanel(page).getByText('No Comments')).toBeVisible();
  await expect(commentField(page)).toHaveValue('Typed early and late\n\nTyped again');
  await submitButton(page).click();
  await expect(commentWith(page, 'Typed again').getByText(/only you can see/i)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(commentPanel(page)).toBeHidden();
  await expect(panelButton(page)).toBeFocused();
  await expect(page).toHaveURL(site.url + articlePath);
  await panelButton(page).click();
  await expect(title).toBeFocused();
});

test('a member who types before the scripts are loaded comments under their own name', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize(phone);
  await registerMember(page, site, 'Bob');
  await page.goto(site.url + articlePath, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  await panelButton(page).click();
  await commentField(page).fill('Typed by Bob');
  const dialog = await commentPanel(page).elementHandle();
  const names = await page.evaluateHandle((element) => {
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      const name = element?.querySelector('.composer__who strong')?.textContent;
      if (name) seen.add(name);
    });
    if (element) observer.observe(element, { childList: true, characterData: true, subtree: true });
    return seen;
  }, dialog);
  await loadScripts();
  await expect(commentPanel(page).getByText('as Bob')).toBeVisible();
  await expect(commentField(page)).toBeFocused();
  await expect(commentField(page)).toHaveValue('Typed by Bob');
  // The name of a guest was never shown.
  expect(await names.evaluate((seen) => [...seen])).toEqual(['Bob']);
  await submitButton(page).click();
  const comment = commentWith(page, 'Typed by Bob');
  await expect(comment.getByText(/only you can see/i)).toBeVisible();
  await expect(comment.getByText('Bob', { exact: true })).toBeVisible();
});

test('the panel beside the text opens as soon as its scripts are loaded', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url + articlePath, { waitUntil: 'networkidle' });
  const loadScripts = await pauseRequests(page, '**/*.js');
  await panelButton(page).click();
  await expect(panelButton(page)).toHaveAttribute('aria-busy', 'true');
  await expect(commentPanel(page)).toBeHidden();
  await loadScripts();
  await expect(commentPanel(page)).toBeVisible();
  expect(await commentPanel(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(false);
  await expect(page).toHaveURL(/#responses$/);
});

test('the panel opens in a browser without invoker commands', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await removeInvokerCommands(page);
  await page.setViewportSize(phone);
  await page.goto(site.url + articlePath);
  for (const close of ['Escape', 'Enter']) {
    await panelButton(page).click();
    await expect(commentField(page)).toBeVisible();
    await commentPanel(page).getByRole('button', { name: 'Close comments' }).focus();
    await page.keyboard.press(close);
    await expect(commentPanel(page)).toBeHidden();
    await expect(panelButton(page)).toBeFocused();
  }
});
