import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { insertLibraryEntry } from '../api/db/repositories/library.ts';
import { insertTestOrder, insertTestProduct } from '../api/testing/factories.ts';
import { storeTestProduct } from '../api/testing/products.ts';
import { withDatabase } from '../api/testing/test-database.ts';
import { violationsOf } from './support/axe.ts';
import { expect, registerMember, test } from './support/site.ts';

// In production, the demo provider is available only with the demo content, which takes long to start.
test.use({ environment: { NODE_ENV: 'development' } });

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a member buys a product, downloads its file, and finds its key and receipt', {
  tag: '@verify',
}, async ({ page, site }) => {
  const bytes = randomBytes(700_000);
  const file = { name: 'Field guide.zip', version: '2.0', changelog: 'Two more birds.', bytes };
  const book = storeTestProduct(
    site.dataFolder,
    { title: 'A field guide', price: 2900, keysFrom: 'generated' },
    [{ ...file, bytes: randomBytes(100), version: '1.0', changelog: '' }, file],
  );
  await page.goto(`${site.url}/library`);
  await expect(page).toHaveURL(`${site.url}/login?next=/library`);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Email').fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(title(page, 'Your library')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();

  const added = await page.request.post(`${site.url}/api/cart`, {
    data: { product: book },
    headers: { origin: site.url },
  });
  expect(added.status()).toBe(201);
  await page.goto(`${site.url}/shop/cart`);
  await page.getByLabel('I agree to the terms.').check();
  await page.getByLabel(/agree to immediate delivery/).check();
  await page.getByRole('button', { name: 'Pay €29.00 at the demo provider' }).click();
  await expect(page.getByRole('heading', { name: 'Demo provider' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Pay €29.00' }).click();
  await expect(title(page, 'You have successfully placed an order.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your library' }).click();

  const item = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'A field guide' })
    .first();
  await expect(item.getByText('Two more birds.')).toBeVisible();
  const keys = item.getByRole('list', { name: 'Licence keys of A field guide' });
  await expect(keys.getByRole('listitem')).toHaveText([/^[A-Z\d]{5}(-[A-Z\d]{5}){4}/]);
  const downloadEvent = page.waitForEvent('download');
  await item.getByRole('button', { name: 'Download Field guide.zip, version 2.0' }).click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toBe('Field guide.zip');
  expect(readFileSync(await download.path()).equals(bytes)).toBe(true);
  await expect(title(page, 'Your library')).toBeVisible();

  await item.getByText('1 older version').click();
  await expect(
    item.getByRole('button', { name: 'Download Field guide.zip, version 1.0' }),
  ).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await item.getByRole('link', { name: 'Order 1001' }).click();
  await expect(title(page, 'Order 1001')).toBeVisible();
  await page.getByRole('link', { name: 'Download in your library' }).click();
  await expect(title(page, 'Your library')).toBeVisible();

  // An expired download link leads to new links.
  await page.goto(`${site.url}/api/downloads/an.old.link.x`);
  await expect(page).toHaveURL(`${site.url}/library#link-ended`);
  await expect(page.getByText('Links are valid for one hour')).toBeVisible();
});

test('the link of an email shows its product on a later page of the library, which Back restores', async ({
  page,
  site,
}) => {
  await registerMember(page, site, 'ann');
  const oldest = withDatabase(site.dataFolder, (database) => {
    const { id: userId } = database.raw
      .prepare("SELECT id FROM users WHERE name = 'ann'")
      .get() as {
      id: number;
    };
    const start = Date.now() - 1_000_000;
    const products = Array.from({ length: 21 }, (_, position) => {
      const product = insertTestProduct(database, { title: `Tool ${position}` });
      const boughtAt = start + position;
      const lines = [{ title: product.title, price: 1900 }];
      const order = insertTestOrder(database, { userId, at: boughtAt, lines });
      const entry = { userId, productId: product.id, orderId: order.id, position: 0 };
      insertLibraryEntry(database, { ...entry, quantity: 1, boughtAt });
      return product.publicId;
    });
    return products[0];
  });
  await page.goto(`${site.url}/library#product-${oldest}`);
  await expect(page.getByRole('heading', { name: 'Tool 0', exact: true })).toBeInViewport();
  // The other pages can be opened as usual.
  await page.getByRole('button', { name: 'Newer' }).click();
  await expect(page.getByRole('heading', { name: 'Tool 20', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Tool 0', exact: true })).toBeVisible();
  await page.goto(`${site.url}/library#product-unknown`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tool 20', exact: true })).toBeVisible();
});
