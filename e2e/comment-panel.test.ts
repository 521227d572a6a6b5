import {
  address,
  bar,
  field,
  openResponses,
  panel,
  respond,
  response,
  write,
} from './responses.ts';
import { holdBack } from './waits.ts';
import { expect, test } from './whole-site.ts';

test('what cannot be sent keeps its text, and goes out with the next try', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openResponses(page, site);
  const cut = await holdBack(page, '**/api/articles/*/comments', 'abort');
  await write(page, 'Said into a dead line');
  const item = response(page, 'Said into a dead line');
  await expect(item.getByText('Sending…')).toBeVisible();
  await cut();
  await expect(item.getByText(/^Not sent\. .*Your input is safe/)).toBeVisible();
  await item.getByRole('button', { name: 'Edit' }).click();
  await expect(field(page)).toHaveValue('Said into a dead line');
  await expect(field(page)).toBeFocused();
  await write(page, 'Said twice into a dead line');
  const again = response(page, 'Said twice');
  await expect(again.getByText(/^Not sent\./)).toBeVisible();
  // Neither another order nor what is typed next takes it away; after a reload it is in the field.
  await panel(page).getByText('Most Recent').click();
  await expect(panel(page).locator('[aria-busy=true]')).toHaveCount(0);
  await expect(again.getByText(/^Not sent\./)).toBeVisible();
  await field(page).fill('And more');
  await page.reload();
  await expect(field(page)).toHaveValue('Said twice into a dead line\n\nAnd more');
  // The API has it, and nobody hears of that: once more is no second one.
  await page.unroute('**/api/articles/*/comments');
  await page.route('**/api/articles/*/comments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await write(page, 'Said twice into a dead line');
  await expect(again.getByText(/^Not sent\./)).toBeVisible();
  await page.unroute('**/api/articles/*/comments');
  await again.getByRole('button', { name: 'Try again' }).click();
  await expect(again.getByText(/only you can see/i)).toBeVisible();
  await expect(panel(page).getByRole('article')).toHaveCount(1);
  // Who wrote it still sees it after a reload, and nobody else does.
  await page.reload();
  await expect(response(page, 'Said twice').getByText(/only you can see/i)).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await page.evaluate(() => localStorage.removeItem('guest-token'));
  await page.reload();
  await expect(field(page)).toBeVisible();
  await expect(response(page, 'Said twice')).toHaveCount(0);

  await field(page).fill('x'.repeat(5001));
  await expect(panel(page).getByText('5,001 / 5,000')).toBeVisible();
  await respond(page).click();
  await expect(panel(page).getByText('At most 5,000 characters.')).toBeVisible();

  // Where the list cannot be had, it says so and offers to try again.
  await page.route('**/api/articles/*/comments?**', (route) => route.abort());
  await page.reload();
  await expect(panel(page).getByText(/is not responding/)).toBeVisible();
  await page.unroute('**/api/articles/*/comments?**');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(field(page)).toBeVisible();
});

test('by keyboard alone the panel opens, holds its place in the address, and gives the focus back', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url + address);
  await bar(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Responses (0)' })).toBeFocused();
  await expect(bar(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL(/#responses$/);
  await expect(field(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button', { name: 'Close comments' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Control+Enter');
  await expect(response(page, 'By keyboard').getByText(/only you can see/i)).toBeVisible();
  const recent = panel(page).getByRole('radio', { name: 'Most Recent' });
  await panel(page).getByRole('radio', { name: 'Most Relevant' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(recent).toBeChecked();
  await expect(recent).toBeFocused();
  await expect(response(page, 'By keyboard')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bar(page)).toBeFocused();
  await expect(bar(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page).toHaveURL(site.url + address);

  // On a phone it is a sheet; going back closes it.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  expect(await panel(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await expect(field(page)).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(site.url + address);
  await bar(page).click();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bar(page)).toBeFocused();
  await expect(page).toHaveURL(site.url + address);

  // It does not open if the reader has gone back before it could.
  await page.reload();
  const release = await holdBack(page, '**/comment-thread.*.css');
  await page.evaluate(() => location.assign('#responses'));
  await expect(bar(page)).toHaveAttribute('aria-busy', 'true');
  await page.goBack();
  await release();
  await expect(page.locator('#responses-panel')).toBeAttached();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(site.url + address);

  // Beside the text it stays while the reader goes to another part of it.
  // At once: a panel that glides along is missed by a click.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar(page).click();
  await page
    .getByRole('navigation', { name: 'Table of contents' })
    .getByRole('link')
    .last()
    .click();
  await expect(page).toHaveURL(/#s-/);
  await panel(page).getByRole('button', { name: 'Close comments' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(/#s-/);
});
