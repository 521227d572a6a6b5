import type { APIRequestContext, Page } from '@playwright/test';
import { storeTestProduct } from '../api/testing/products.ts';
import { expect, type Site, test } from './support/site.ts';

test.use({ environment: { NODE_ENV: 'development' } });

const password = 'a sound passphrase';
const street = (page: Page) => page.getByLabel('Street and number');

/** Registers through the API outside of the browser, and signs in through the form. */
async function signUp(
  page: Page,
  request: APIRequestContext,
  site: Site,
  name: string,
): Promise<void> {
  const email = `${name}@example.org`;
  const headers = { origin: site.url };
  const call = (path: string, data: object) =>
    request.post(`${site.url}${path}`, { headers, data });
  expect((await call('/api/user/register', { name, email, password })).ok()).toBe(true);
  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Opens the cart with a product and the fields of the receipt address. */
async function openCart(page: Page, site: Site, product: string): Promise<void> {
  const headers = { origin: site.url };
  await page.request.post(`${site.url}/api/cart`, { headers, data: { product } });
  await page.goto(`${site.url}/shop/cart`);
  await expect(page.getByRole('heading', { name: 'Your Bag' })).toBeVisible();
  if (!(await street(page).isVisible())) await page.getByText('Receipt address').click();
}

for (const [end, leave] of [
  [
    'signs out',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Logout' }).first().click();
      await page.waitForURL((url) => url.pathname === '/');
      const readStorage = () =>
        JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage });
      expect(await page.evaluate(readStorage)).not.toContain('Lane 1');
    },
  ],
  ['loses the session', (page: Page) => page.context().clearCookies()],
] as const) {
  test(`the next member does not see the street address of a member who ${end}`, {
    tag: '@verify',
  }, async ({ page, request, site }) => {
    const product = storeTestProduct(site.dataFolder, { title: 'A field guide', price: 2900 });
    await signUp(page, request, site, 'ann');
    await openCart(page, site, product);
    await street(page).fill('Lane 1');
    await page.reload();
    await expect(street(page)).toHaveValue('Lane 1');
    await leave(page);

    await signUp(page, request, site, 'bob');
    await openCart(page, site, product);
    await expect(street(page)).toHaveValue('');
    await page.getByLabel('I agree to the terms.').check();
    await page.getByLabel(/agree to immediate delivery/).check();
    await page.getByRole('button', { name: 'Pay €29.00 at the demo provider' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Pay €29.00' }).click();
    await page.getByRole('link', { name: 'See your order' }).click();
    const recipient = page.getByRole('region', { name: 'Recipient' });
    await expect(recipient).toContainText('bob');
    await expect(recipient).not.toContainText('Lane 1');
  });
}
