import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';
import { markdownField, writeMarkdown } from './support/writing.ts';

/** Returns a PNG of one colour, or of noise, which takes more than a megabyte. */
async function createImage(background: string, noise = false): Promise<Buffer> {
  const side = noise ? 640 : 60;
  const create = { width: side, height: side, channels: 3 as const, background };
  const image = sharp({
    create: noise ? { ...create, noise: { type: 'gaussian', mean: 128, sigma: 50 } } : create,
  });
  return image.png().toBuffer();
}

/** Pastes files as if they were copied from a folder. */
async function pasteFiles(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, data: bytes.toString('base64') }));
  await markdownField(page).evaluate((element, copied) => {
    const clipboardData = new DataTransfer();
    for (const { name, data } of copied) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], name, { type: 'image/png' }));
    }
    const paste = { clipboardData, bubbles: true, cancelable: true, composed: true };
    element.dispatchEvent(new ClipboardEvent('paste', paste));
  }, sent);
}

test('the owner pastes three images, adds alt texts, and finds them in the uploads', {
  tag: '@verify',
}, async ({ page, site }) => {
  // One test covers two pages, because a new site for each would take longer.
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.getByLabel('Title', { exact: true }).fill('Three images');
  await writeMarkdown(page, 'Before');
  const panel = page.getByRole('region', { name: 'Images' });
  const lines = async () =>
    (await markdownField(page).locator('.cm-line').allTextContents())
      .filter((line) => line !== '')
      .map((line) => line.replace(/\/media\/\w+\./, 'x.'));

  // A large image is offered at a smaller size and keeps its place between the others.
  await pasteFiles(page, [
    { name: 'first.png', bytes: await createImage('#c8321f') },
    { name: 'large.png', bytes: await createImage('#1f6f6f', true) },
    { name: 'third.png', bytes: await createImage('#1f3fc8') },
  ]);
  await expect(panel.getByText('3 images, 2 in the text')).toBeVisible();
  const offer =
    /^Size too large \(\d\.\d MB\)\. Shrunk and converted to JPEG it has \d+ × \d+ pixels, \d+ kB\.$/;
  await expect(panel.getByText(offer)).toBeVisible();
  await expect.poll(lines).toEqual(['Before', '![](x.png)', '![](x.png)']);
  await panel.getByRole('button', { name: 'Shrink and convert large.png' }).press('Enter');
  await expect(panel.getByText('3 images, 3 in the text')).toBeVisible();
  await expect.poll(lines).toEqual(['Before', '![](x.png)', '![](x.jpg)', '![](x.png)']);

  await panel.getByLabel('Alt text of first.png').fill('A red [square]');
  await panel.getByLabel('Alt text of first.png').press('Enter');
  await panel.getByLabel('Alt text of third.png').fill('A blue square');
  await panel.getByRole('button', { name: 'Save alt text of third.png' }).click();
  await panel.getByRole('button', { name: 'Decorative of large.png' }).click();
  await expect(panel).toBeHidden();
  await expect
    .poll(lines)
    .toEqual(['Before', '![A red \\[square\\]](x.png)', '![](x.jpg)', '![A blue square](x.png)']);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'A red [square]' })).toBeVisible();

  // One undo removes an inserted image.
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await lines()).at(-1)).toBe('![](x.png)');
  await page.keyboard.press('ControlOrMeta+y');
  await expect.poll(async () => (await lines()).at(-1)).toBe('![A blue square](x.png)');

  // A file of another type shows an error in its place and can be removed.
  await pasteFiles(page, [{ name: 'notes.txt', bytes: Buffer.from('Words') }]);
  await expect(panel.getByText('File format is incorrect', { exact: true })).toBeVisible();
  await expect(page.locator('.upload-placeholder')).toHaveText(
    'notes.txt: File format is incorrect',
  );
  await panel.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(page.locator('.upload-placeholder')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+s');
  await page.waitForURL(/\/admin\/blog\/edit\//);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // An image of the media library can be inserted again and used as the article image.
  const chooser = page.getByRole('dialog', { name: 'Choose from media library' });
  const releaseScript = await pauseRequests(page, '**/ChooseImage.*.js');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  const choose = page
    .getByRole('dialog', { name: 'Image' })
    .getByRole('button', { name: 'Choose from media library' });
  await choose.press('Enter');
  // The script of the image chooser loads on demand.
  await expect(choose).toHaveAttribute('aria-busy', 'true');
  await releaseScript();
  await chooser.getByRole('button', { name: /^first.png/ }).press('Enter');
  await expect(chooser).toBeHidden();
  await expect.poll(async () => (await lines()).join('')).toMatch(/(!\[A red .*){2}/);
  await expect(markdownField(page)).toBeFocused();
  await page.getByRole('button', { name: 'Choose from media library' }).click();
  await chooser.getByRole('searchbox', { name: 'Search' }).fill('blue');
  await expect(chooser.getByText('1 image', { exact: true })).toBeVisible();
  await chooser.getByRole('button', { name: /^third.png/ }).click();
  await expect(page.getByLabel('Alt text')).toHaveValue('A blue square');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // The list of uploads shows uses and alt texts.
  await page.goto(`${site.url}/admin/uploads`);
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('large.jpg').getByRole('link', { name: 'Three images' })).toBeVisible();
  await expect(page.getByLabel('Alt text of third.png')).toHaveValue('A blue square');

  // Cancelled files are not uploaded, except the one whose upload has begun.
  const chooseFiles = page.getByLabel('Choose images or drop them here');
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/upload?')) uploads += 1;
  });
  const releaseUpload = await pauseRequests(page, '**/api/upload?*');
  await page.getByRole('button', { name: 'Add Upload' }).click();
  await chooseFiles.setInputFiles([
    { name: 'begun.png', mimeType: 'image/png', buffer: await createImage('#303030') },
    { name: 'cancelled.png', mimeType: 'image/png', buffer: await createImage('#404040') },
  ]);
  await expect.poll(() => uploads).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const begun = page.waitForResponse('**/api/upload?*');
  await releaseUpload();
  await begun;

  await page.getByRole('button', { name: 'Add Upload' }).click();
  await chooseFiles.setInputFiles([
    { name: 'fourth.png', mimeType: 'image/png', buffer: await createImage('#202020') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Words') },
  ]);
  await expect(page.getByText('1 of 2 uploaded')).toBeVisible();
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(row('fourth.png').getByText('Unused')).toBeVisible();
  expect(uploads).toBe(2);

  const altText = page.getByLabel('Alt text of fourth.png');
  const saveAltText = page.getByRole('button', { name: 'Save alt text of fourth.png' });
  const releaseSave = await pauseRequests(page, '**/api/admin/uploads/*');
  await altText.fill('A square');
  await altText.press('Enter');
  await expect(saveAltText).toHaveAttribute('aria-busy', 'true');
  await altText.fill('A dark square');
  await releaseSave();
  await expect(saveAltText).not.toHaveAttribute('aria-busy');
  await expect(altText).toHaveValue('A dark square');
  await altText.press('Enter');
  await expect(saveAltText).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search' }).fill('dark');
  await expect(page.getByText(/^1 image, /)).toBeVisible();
  await expect(row('fourth.png')).toBeVisible();
  await page.getByRole('button', { name: 'Delete fourth.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();

  // Deleting an image in use shows where it is used.
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('button', { name: 'Delete third.png' }).click();
  await expect(page.getByRole('dialog')).toContainText('It is used in 1 place: “Three images”.');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row('third.png')).toBeHidden();
  await expect(row('first.png')).toBeVisible();
});

test.describe('with the products of the demo content', () => {
  test.use({ seed: 'demo' });

  test('the owner deletes a product in the uploads and adds an image to another one', {
    tag: '@verify',
  }, async ({ page, site }) => {
    await signInAsOwner(page, site);
    const listProducts = async () =>
      (await (await page.request.get(`${site.url}/api/products?limit=198&state=all`)).json())
        .products as { _id: string; product_id: string; title: string; gallery: object[] }[];
    const [remaining, deleted] = await listProducts();
    if (!remaining || !deleted) throw new Error('The demo content has too few products.');

    await page.goto(`${site.url}/admin/uploads`);
    const products = page.getByRole('region', { name: 'Products' });
    const rowOf = ({ product_id }: typeof remaining) =>
      products.getByRole('row').filter({ hasText: product_id });
    for (const product of [remaining, deleted]) {
      await expect(rowOf(product)).toContainText(product.title);
      await expect(rowOf(product).getByRole('cell', { name: 'N/A' })).toBeVisible();
    }

    await rowOf(deleted).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${deleted.title}?` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(deleted)).toBeVisible();
    await rowOf(deleted).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(deleted)).toBeHidden();
    expect((await listProducts()).map(({ _id }) => _id)).not.toContain(deleted._id);

    await page.getByRole('button', { name: 'Add Upload' }).click();
    await page.getByLabel('Folder').selectOption(remaining.title);
    await page.getByLabel('Choose images or drop them here').setInputFiles({
      name: 'detail.png',
      mimeType: 'image/png',
      buffer: await createImage('#7a1fc8'),
    });
    const image = page.getByRole('row', { name: 'detail.png' });
    await expect(image).toContainText('products, 60 × 60');
    await image.getByRole('link', { name: remaining.title }).click();
    await expect(page.getByRole('heading', { name: 'Edit product' })).toBeVisible();
    await expect(
      page.getByLabel(`Alt text of image ${remaining.gallery.length + 1}`),
    ).toBeVisible();
  });
});
