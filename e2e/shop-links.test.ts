import { storeTestProduct } from '../api/testing/products.ts';
import { expect, signInAsOwner, test } from './support/site.ts';

test('every shop page links a member to cart, history and logout, and the owner sees all payments', {
  tag: '@verify',
}, async ({ page, browser, site }) => {
  const gift = storeTestProduct(site.dataFolder, { title: 'A gift', price: 0 });
  const kit = storeTestProduct(site.dataFolder, { title: 'A kit', price: 0 });
  const post = async (path: string, data: object) => {
    const headers = { origin: site.url };
    const response = await page.request.post(`${site.url}${path}`, { headers, data });
    expect([path, response.ok()]).toEqual([path, true]);
    return response.json();
  };
  const password = 'a sound passphrase';
  await post('/api/user/register', { name: 'Ann', email: 'ann@example.org', password });
  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(`${site.url}/`);
  await post('/api/cart', { product: gift });
  const { paymentID } = await post('/api/checkout', { terms: true, immediate: true });
  const { order } = await post('/api/payment', { paymentID });
  await post('/api/cart', { product: kit });

  const links = page.getByRole('navigation', { name: 'Shop' });
  const history = '/shop/products/history';
  for (const path of [
    '/shop',
    '/shop/products',
    '/shop/cart',
    '/library',
    history,
    `${history}/${order._id}`,
  ]) {
    await page.goto(site.url + path);
    await expect(links.getByRole('link', { name: 'History' })).toBeVisible();
    await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(links.locator('[data-cart-count="1"]')).toBeVisible();
  }
  await page.goto(`${site.url}${history}`);
  await expect(page.getByText('You have 1 previous order')).toBeVisible();

  const owner = await (await browser.newContext()).newPage();
  await signInAsOwner(owner, site);
  await owner.goto(`${site.url}${history}`);
  await expect(owner.getByText('1 payment by all buyers')).toBeVisible();
  // Product cards have Edit and Delete for the owner. The sale has published the product.
  const shop = async () => (await owner.request.get(`${site.url}/shop`)).text();
  await expect.poll(shop).toContain('A gift');
  await owner.goto(`${site.url}/shop`);
  const card = owner.getByRole('article').filter({ hasText: 'A gift' }).first();
  await expect(card.getByRole('link', { name: 'Edit A gift' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Delete A gift' })).toBeVisible();
  await card.getByRole('button', { name: 'Delete A gift' }).click();
  const dialog = owner.getByRole('dialog', { name: /^Delete “A gift”/ });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(owner.getByText('This product has been sold, so it was retired')).toBeVisible();
  const productsResponse = await owner.request.get(`${site.url}/api/products`);
  expect(JSON.stringify(await productsResponse.json())).not.toContain('A gift');
  await owner.goto(`${site.url}${history}`);
  await owner.getByRole('link', { name: /^View order/ }).click();
  await expect(
    owner.getByRole('heading', { level: 1, name: `Order ${order.number}` }),
  ).toBeVisible();
});
