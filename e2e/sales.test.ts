import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { storeTestProduct } from '../api/testing/products.ts';
import {
  expect,
  openAdminPage,
  registerMember,
  type Site,
  signInAsOwner,
  test,
} from './support/site.ts';

// In production, the demo provider is available only with the demo content, which takes long to start.
test.use({ environment: { NODE_ENV: 'development' } });

/** Registers a member and buys through the API; buying.test.ts tests the same in the browser. */
async function buyAs(name: string, page: Page, site: Site, product: string): Promise<void> {
  await registerMember(page, site, name);
  const { url } = site;
  const post = async (path: string, data: object) => {
    const response = await page.request.post(url + path, { data, headers: { origin: url } });
    expect(response.ok(), path).toBe(true);
    return response.json();
  };
  await post('/api/cart', { product });
  const consent = { terms: true, immediate: true };
  const { paymentID } = await post('/api/checkout', consent);
  await post(`/api/demo-payments/${paymentID}`, { choice: 'approve' });
  await post('/api/payment', { paymentID });
}

const rowOf = (page: Page, tableName: string, name: string | RegExp) =>
  page.getByRole('table', { name: tableName }).getByRole('row', { name });

test('the owner finds an order, refunds it in two steps, and sees the sales', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  const book = storeTestProduct(site.dataFolder, { title: 'A field guide', price: 2900 });
  const buyer = await browser.newContext();
  const ann = await buyer.newPage();
  await buyAs('Ann', ann, site, book);

  await signInAsOwner(page, site);
  await openAdminPage(page, 'Orders');
  await expect(page.getByRole('status').filter({ hasText: '1 order' })).toContainText(
    '€29.00 in total',
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody');
  await expect(page.getByRole('heading', { name: 'No matching orders' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('field guide');
  await expect(page.getByRole('row', { name: /Order 1001/ })).toContainText(/Ann.*€29\.00/);
  await expect(page).toHaveURL(/\?search=field\+guide$/);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('field guide');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/\r\n1001,.*,A field guide,1,29\.00/);

  await page.getByRole('link', { name: 'Order 1001' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order 1001' })).toBeVisible();
  await page.getByLabel('Another amount').check();
  await page.getByLabel('Amount in EUR').fill('30');
  await page.getByLabel('Reason').fill('A page was missing');
  await page.getByRole('button', { name: 'Refund …' }).click();
  await expect(page.getByText('At most €29.00 can be refunded.')).toBeVisible();
  await expect(page.getByLabel('Amount in EUR')).toBeFocused();
  await page.getByLabel('Amount in EUR').fill('4,50');
  await page.getByRole('button', { name: 'Refund …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund €4.50' }).click();
  await expect(rowOf(page, 'Refunds', /Refunded/)).toContainText(/A page was missing.*€4\.50/);
  await expect(page.getByText('Full remaining amount: €24.50')).toBeVisible();

  await ann.goto(`${site.url}/history`);
  await ann.getByRole('link', { name: 'View order 1001' }).click();
  await expect(ann.getByRole('region', { name: 'Refunds' })).toContainText(
    /A page was missing.*€4\.50/,
  );

  await page.goto(`${site.url}/admin/shop/sales`);
  const month = page.getByRole('region', { name: 'By month' }).getByRole('row').nth(1);
  await expect(month).toContainText(/€24\.50.*€29\.00.*€4\.50.*1/);
  await expect(page.getByRole('img', { name: /€29\.00 paid, €4\.50 refunded/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /A field guide/ })).toContainText('€24.50');
  await page.getByText('Last year', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No sales in these months' })).toBeVisible();
  await expect(page).toHaveURL(/\?from=\d{4}-01&to=\d{4}-12$/);
  await page.goBack();
  await expect(month).toContainText('€24.50');

  await page.getByRole('link', { name: /of A field guide: their orders/ }).click();
  await page.getByRole('link', { name: 'Order 1001' }).click();
  // The refund is confirmed once, also if the API demands a re-authentication.
  await page.route(
    '**/refunds',
    (route) =>
      route.fulfill({
        status: 403,
        json: { msg: 'Please confirm your identity.', code: 'REAUTHENTICATION_REQUIRED' },
      }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Refund …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund €24.50' }).click();
  const identityDialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await identityDialog.getByLabel('Your password').fill('a sound passphrase');
  await identityDialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('It is fully refunded.')).toBeVisible();
  await expect(page.getByRole('main').locator('.chip')).toHaveText('Refunded');
  await page.goto(`${site.url}/admin/shop/orders?state=refunded`);
  await expect(page.getByRole('row', { name: /Order 1001/ })).toContainText('−€29.00');
  await ann.reload();
  await expect(ann.getByRole('region', { name: 'Refunds' })).toContainText('€24.50');
  await buyer.close();
});
