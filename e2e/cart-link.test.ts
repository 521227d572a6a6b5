import { expect, registerMember, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

test.use({ seed: 'demo' });

test('the header shows a cart link with its count once the cart is not empty', {
  tag: '@topic',
}, async ({ page, site }) => {
  const reactFiles: string[] = [];
  page.on('request', (request) => {
    if (/\/_assets\/client\./.test(request.url())) reactFiles.push(request.url());
  });
  await registerMember(page, site, 'Mira');
  await page.goto(site.url);

  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /^Cart/ })).toBeHidden();
  await page.goto(`${site.url}/shop/products`);
  const buyLink = page.getByRole('article').getByRole('link', { name: 'Buy' }).first();
  const cartLink = header.getByRole('link', { name: /^Cart/ });
  // The count changes before the response, and changes back if there is none.
  const failRequest = await pauseRequests(page, '**/api/cart', 'abort');
  await buyLink.click();
  await expect(cartLink).toBeVisible();
  await failRequest();
  await expect(page.getByRole('alert')).toContainText('The server is not responding');
  await expect(cartLink).toBeHidden();
  await page.unroute('**/api/cart');
  await buyLink.click();
  await expect(cartLink).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Added to your cart.' })).toBeVisible();

  // The home page of a member loads React for saved articles; this page has no island except the header.
  await page.waitForLoadState('networkidle');
  reactFiles.length = 0;
  await page.goto(`${site.url}/about`);
  await expect(cartLink).toBeVisible();
  await expect(page.locator('[data-cart-count]')).toHaveAttribute('data-cart-count', '1');
  // The header loads React only on the first interaction.
  await expect(cartLink).toHaveAccessibleName('Cart, 1 product');
  expect(reactFiles).toEqual([]);
  await cartLink.focus();
  await expect.poll(() => reactFiles).not.toEqual([]);
  await expect(cartLink).toHaveAccessibleName('Cart, 1 product');
  await cartLink.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Bag' })).toBeVisible();
});
