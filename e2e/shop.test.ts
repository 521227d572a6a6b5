import type { Page } from '@playwright/test';
import { expect, signInAsOwner, test } from './support/site.ts';
import { isSlowNoteShown, pauseRequests } from './support/waits.ts';

test.use({ seed: 'demo' });

const cards = (page: Page) => page.getByRole('article').filter({ has: page.locator('h3') });
const titles = (page: Page) => cards(page).getByRole('heading').allTextContents();
const status = (page: Page) => page.locator('[data-status]');

test('guests find products by category, order and search, members buy them, and the owner deletes several at once', {
  tag: '@topic',
}, async ({ page, request, site }) => {
  // One site serves three visitors, because a new site for each would take longer.
  await page.goto(`${site.url}/products`);
  await expect(page).toHaveURL(`${site.url}/shop/products`);
  await expect(cards(page)).toHaveCount(9);
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect(cards(page)).toHaveCount(14);
  await expect(page.getByRole('link', { name: 'Load More' })).toBeHidden();
  await expect(page).toHaveURL(/loads=2$/);
  expect(new Set(await titles(page)).size).toBe(14);

  const releaseProducts = await pauseRequests(page, '**/api/products?*');
  await page.getByLabel('Category').selectOption('Books');
  await expect(page).toHaveURL(/category=Books$/);
  expect(await isSlowNoteShown(status(page), 1999)).toBe(false);
  expect(await isSlowNoteShown(status(page), 2000)).toBe(true);
  await releaseProducts();
  await expect(status(page)).toHaveText('6 products');
  await page.getByLabel('Sort by').selectOption('title');
  await expect(page).toHaveURL(/sort=title$/);
  await expect(cards(page).first()).toContainText('Forty Milliseconds');
  // A search that is typed with pauses is one step.
  await page.getByLabel('Search titles').fill('no such');
  await expect(page).toHaveURL(/search=no\+such&/);
  await page.getByLabel('Search titles').fill('no such thing');
  await expect(page.getByText('No products match “no such thing”')).toBeVisible();
  await page.goBack();
  await expect(status(page)).toHaveText('6 products');
  await expect(page.getByLabel('Search titles')).toHaveValue('');
  await page.reload();
  await expect(status(page)).toHaveText('6 products');
  await expect(page.getByLabel('Category')).toHaveValue('Books');
  // A list that has not been used since the reload follows Back and Forward.
  await page.goto(`${site.url}/shop/products`);
  await page.getByLabel('Category').focus();
  await page.getByLabel('Category').selectOption('Books');
  await expect(page).toHaveURL(/category=Books$/);
  await page.goBack();
  await page.mouse.move(0, 0);
  await page.reload();
  await page.goForward();
  await expect(status(page)).toHaveText('6 products');
  await page.getByLabel('Sort by').selectOption('title');
  await expect(cards(page).first()).toContainText('Forty Milliseconds');

  // Guests sign in first and return with their product.
  await cards(page).first().getByRole('link', { name: 'Buy' }).click();
  await expect(page.getByText('Please login to continue buying')).toBeVisible();
  const member = { name: 'Mira Member', email: 'mira@example.org', password: 'a sound passphrase' };
  const registered = await request.post(`${site.url}/api/user/register`, {
    headers: { origin: site.url },
    data: member,
  });
  expect(registered.ok()).toBe(true);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Your Bag' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forty Milliseconds' })).toBeVisible();

  // Members stay on the page and see the number of products in the cart.
  await page.goto(`${site.url}/shop/products`);
  const cartLink = page
    .getByRole('navigation', { name: 'Shop' })
    .getByRole('link', { name: 'Your cart' });
  await expect(cartLink.locator('[data-cart-count]')).toHaveAttribute('data-cart-count', '1');
  const buyLink = page.getByRole('link', { name: 'Buy Plates' });
  // The second click happens while the script of the first toast is still loading.
  const secondResponse = page.waitForResponse(
    (response) => response.url().endsWith('/api/cart') && response.status() === 409,
  );
  await page.route('**/Toasts.*.js', async (route) => {
    await secondResponse;
    await route.continue();
  });
  await buyLink.click();
  await expect(cartLink.locator('[data-cart-count]')).toHaveAttribute('data-cart-count', '2');
  // The count changes before the response.
  await expect(buyLink).not.toHaveAttribute('aria-busy');
  await buyLink.click();
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'This product has been added to the cart' });
  await expect(notice.getByRole('link', { name: 'Go to the cart' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Shop' })
    .getByRole('button', { name: 'Logout' })
    .click();
  await expect(page).toHaveURL(`${site.url}/`);

  await signInAsOwner(page, site);
  await page.goto(`${site.url}/shop/products?search=checklist`);
  await expect(status(page)).toHaveText('1 product');
  await expect(page.getByRole('link', { name: 'Buy' })).toBeHidden();
  await expect(cards(page).getByRole('link', { name: 'Edit' })).toBeVisible();
  const deleteAll = page.getByRole('button', { name: 'Delete All' });
  await expect(deleteAll).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: 'Select All' }).check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await deleteAll.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted 1 product.')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await expect(status(page)).toHaveText('No matching products');
});
