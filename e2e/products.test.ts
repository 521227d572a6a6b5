import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the owner creates a product with an image and a file, sells it, adds a version, and retires it', {
  tag: '@verify',
}, async ({ page, site }) => {
  // One test covers four pages, because a new site for each would take longer.
  await signInAsOwner(page, site);
  const products = async () =>
    (await (await page.request.get(`${site.url}/api/products`)).json()).products;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const status = page.getByRole('status').filter({ hasText: /^(Not saved yet|Saved)$/ });

  // Creates a category first.
  await page.goto(`${site.url}/category`);
  await expect(page).toHaveURL(`${site.url}/admin/shop/categories`);
  await page.getByLabel('New category').fill('Posters');
  await button('Add').click();
  await expect(page.getByText('3 categories')).toBeVisible();
  await button('Rename Posters').click();
  await expect(page.getByLabel('New name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button('Rename Posters')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('New name').fill('Prints');
  await button('Save').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Prints' })).toBeVisible();

  // Missing fields show errors, and the input survives a reload.
  await page.goto(`${site.url}/create_product`);
  await expect(page.getByRole('heading', { name: 'Create product' })).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('A city in four colours');
  await page.getByLabel('Description').fill('A plate of Leipzig, to print and hang up.');
  await page.getByLabel('Price in EUR').fill('twelve');
  await button('Put up for sale').click();
  await expect(page.getByLabel('Price in EUR')).toBeFocused();
  await expect(
    page.getByText('A product needs a price: a number, 0 for a free one.'),
  ).toBeVisible();
  const paymentWarning = page.getByText('is not for sale until a payment provider is configured');
  await page.getByLabel('Price in EUR').fill('0');
  await expect(paymentWarning).toBeHidden();
  await page.getByLabel('Price in EUR').fill('12,50');
  await expect(paymentWarning).toBeVisible();
  await page.getByLabel('Category').selectOption('Prints');
  await page.getByLabel('Content', { exact: true }).fill('Six inks, *one* sheet.');
  await expect(page.getByRole('region', { name: 'Preview' }).locator('em')).toHaveText('one');
  await button('Put up for sale').click();
  await expect(page.getByText('No Image Upload')).toBeVisible();
  await expect(
    page.getByText('A product needs at least one file before it can go on sale.'),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A city in four colours');

  // Adds an image and a file; the preview shows the card of the shop.
  const create = { width: 60, height: 40, channels: 3 as const, background: '#d9442b' };
  const image = await sharp({ create }).png().toBuffer();
  await page.locator('input[name="images"]').setInputFiles({
    name: 'plate.png',
    mimeType: 'image/png',
    buffer: image,
  });
  await page.getByLabel('Alt text of image 1').fill('Roofs and a river');
  const bytes = randomBytes(200_000);
  await page.locator('input[name="files"]').setInputFiles({
    name: 'city.zip',
    mimeType: 'application/zip',
    buffer: bytes,
  });
  await expect(page.getByText('Will be saved with the product')).toBeVisible();
  const card = page.getByRole('article', { name: 'Preview of the card' });
  await expect(card.getByRole('img', { name: 'Roofs and a river' })).toBeVisible();
  await expect(card).toContainText('€12.50');
  await button('Put up for sale').click();
  await expect(page.getByRole('heading', { name: 'Edit product' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/shop\/edit_product\/[a-z\d]{16}$/);
  await expect(page.getByText(sha256(bytes))).toBeVisible();
  expect(await products()).toMatchObject([
    { title: 'A city in four colours', price: 12.5, category: 'Prints', state: 'live' },
  ]);

  // Without a payment provider, the product has a page but cannot be bought.
  const shopHtml = async () => (await page.request.get(`${site.url}/shop/products`)).text();
  await expect.poll(shopHtml).toContain('A city in four colours');
  const shop = await page.context().newPage();
  await shop.goto(`${site.url}/shop/products`);
  const shopCard = shop.getByRole('article').filter({ hasText: 'A city in four colours' });
  await expect(shopCard).toContainText('Not for sale yet');
  // The cards move when the tools for admins appear.
  await expect(shop.getByText('Select All')).toBeVisible();
  await expect(shopCard.getByRole('link', { name: /^Buy/ })).toHaveCount(0);
  await shopCard.getByRole('link', { name: /^View/ }).click();
  await expect(shop.getByText('This product is not for sale yet.')).toBeVisible();
  await shop.close();
  await page.reload();
  await expect(page.getByText('1 product is not for sale yet: no payment provider')).toBeVisible();

  // Changes the price and adds a version of the file.
  await page.getByLabel('Price in EUR').fill('14');
  await expect(status).toHaveText('Not saved yet');
  const newVersion = randomBytes(1000);
  await page.getByLabel('New version of city.zip').setInputFiles({
    name: 'city-2.zip',
    mimeType: 'application/zip',
    buffer: newVersion,
  });
  await page.getByLabel('Release notes of city-2.zip').fill('The station has a roof.');
  await button('Save').click();
  await expect(page.getByText(sha256(newVersion))).toBeVisible();
  await expect(page.getByText(/version 1\.1$/)).toBeVisible();
  await expect(status).toHaveText('Saved');

  // A retired product disappears from the shop and stays in the owner’s list.
  await button('Retire').click();
  await expect(button('Put up for sale again')).toBeVisible();
  expect(await products()).toEqual([]);
  await page.goto(`${site.url}/admin/shop/products`);
  const row = page.getByRole('row').filter({ hasText: 'A city in four colours' });
  await expect(row).toContainText('Retired');
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
});

test('an upload of a product file can be paused and resumed, and continues during a save', {
  tag: '@topic',
}, async ({ page, site, context }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/shop/create_product`);
  const requests: string[] = [];
  // The first chunk is held until the upload is resumed.
  let isResumed = false;
  await context.route('**/api/admin/product-uploads/*', async (route) => {
    const request = route.request();
    requests.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
    if (request.method() === 'PATCH' && !isResumed) return;
    await route.continue();
  });
  const bytes = randomBytes(50_000);
  await page.locator('input[name="files"]').setInputFiles({
    name: 'kit.zip',
    mimeType: 'application/zip',
    buffer: bytes,
  });
  await expect.poll(() => requests).toEqual(['PATCH 0']);
  const isLeavingAllowed = () =>
    page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await isLeavingAllowed()).toBe(false);
  await page.getByRole('button', { name: 'Pause kit.zip' }).click();
  await expect(page.getByText(/paused$/)).toBeVisible();
  isResumed = true;
  await page.getByRole('button', { name: 'Resume kit.zip' }).click();
  await expect(page.getByText('Will be saved with the product')).toBeVisible();
  expect(requests).toEqual(['PATCH 0', 'HEAD', 'PATCH 0']);
  expect(await isLeavingAllowed()).toBe(true);

  // Another attempt would not help a refused file.
  await page.locator('input[name="files"]').setInputFiles({
    name: 'empty.zip',
    mimeType: 'application/zip',
    buffer: Buffer.alloc(0),
  });
  await expect(page.getByText('File not exist')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again empty.zip' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove empty.zip' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('A kit');

  // Changes during a save stay, and the next save stores them.
  const releaseSave = await pauseRequests(page, '**/api/products');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.getByText('Saving', { exact: true })).toBeVisible();
  await title.fill('A kit of parts');
  await page.getByLabel('Release notes of kit.zip').fill('All parts.');
  const moreBytes = randomBytes(1000);
  await page.locator('input[name="files"]').setInputFiles({
    name: 'manual.zip',
    mimeType: 'application/zip',
    buffer: moreBytes,
  });
  await expect(page.getByText('Will be saved with the product')).toHaveCount(2);
  await releaseSave();
  await expect(page.getByText(sha256(bytes))).toBeVisible();
  await expect(page.getByText('Will be saved with the product')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(sha256(moreBytes))).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(title).toHaveValue('A kit of parts');
  await expect(page.getByLabel('Release notes of kit.zip')).toHaveValue('All parts.');
  await expect(page.getByText(sha256(bytes))).toBeVisible();

  // The dialog keeps the choice if its category cannot be deleted.
  await page.goto(`${site.url}/admin/shop/categories`);
  const full = page.getByRole('listitem').filter({ hasText: '1 product' });
  await full.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('dialog');
  const into = dialog.getByLabel('Move its 1 product to');
  const last = (await into.locator('option').last().getAttribute('value')) ?? '';
  await into.selectOption(last);
  await page.route('**/api/category/*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'is not responding' })).toBeVisible();
  await expect(into).toHaveValue(last);
  await page.unroute('**/api/category/*');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('1 category')).toBeVisible();
});

test('an error of one licence key is shown at the licence keys', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/shop/create_product`);
  await page.getByLabel('Title', { exact: true }).fill('A kit');
  const source = page.getByLabel('Source of keys');
  await source.selectOption('From a list');
  await page.getByLabel('Keys to add, one per line').fill(`SHORT\n${'LONG'.repeat(51)}`);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(source).toHaveAccessibleDescription(/200/);
  await expect(source).toBeFocused();
});

test('the owner overwrites a product that was changed in another tab', { tag: '@topic' }, async ({
  page,
  site,
  context,
}) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/shop/create_product`);
  await page.getByLabel('Title', { exact: true }).fill('A first title');
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page).toHaveURL(/\/admin\/shop\/edit_product\/[a-z\d]{16}$/);

  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await otherTab.getByLabel('Title', { exact: true }).fill('A title from the other tab');
  await otherTab.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(otherTab.getByText('Saved as a draft.')).toBeVisible();

  const title = page.getByLabel('Title', { exact: true });
  await title.fill('A title from this tab');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'changed in another tab' });
  await expect(conflict).toContainText('A title from the other tab');
  await expect(title).toHaveValue('A title from this tab');
  await conflict.getByRole('button', { name: 'Overwrite with my version' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await otherTab.reload();
  await expect(otherTab.getByLabel('Title', { exact: true })).toHaveValue('A title from this tab');

  // The version of the other tab replaces the values of this one, also its files.
  await otherTab.locator('input[name="files"]').setInputFiles({
    name: 'plan.zip',
    mimeType: 'application/zip',
    buffer: randomBytes(1000),
  });
  await expect(otherTab.getByText('Will be saved with the product')).toBeVisible();
  await otherTab.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(otherTab.getByLabel('New version of plan.zip')).toBeAttached();
  await title.fill('Another title from this tab');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await conflict.getByRole('button', { name: 'Discard mine and load the saved version' }).click();
  await expect(title).toHaveValue('A title from this tab');
  await expect(page.getByLabel('New version of plan.zip')).toBeAttached();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});
