import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';
import {
  chooseArticleImage,
  expectMarkdown,
  markdownField,
  writeMarkdown,
} from './support/writing.ts';

/** Pastes HTML as if it were copied from another page. */
async function pasteHtml(page: Page, html: string, plainText: string): Promise<void> {
  await markdownField(page).evaluate(
    (element, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', copied.html);
      clipboardData.setData('text/plain', copied.plainText);
      const paste = { clipboardData, bubbles: true, cancelable: true, composed: true };
      element.dispatchEvent(new ClipboardEvent('paste', paste));
    },
    { html, plainText },
  );
}

/** Returns the element with the focus, also in the shadow root of the text field. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    const inner = active?.shadowRoot?.activeElement ?? active;
    return inner?.getAttribute('aria-label') ?? inner?.getAttribute('name') ?? inner?.tagName;
  });

test('the article image keeps the focus while it is uploaded, and its alt text until another one is', {
  tag: '@topic',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  const input = page.getByLabel('Article image');
  await input.focus();
  const release = await pauseRequests(page, '**/api/upload?*');
  // It fills in the alt text when the image is there.
  const isUploaded = chooseArticleImage(page);
  await expect(page.getByText('Uploading', { exact: true })).toBeVisible();
  await expect(input).toBeFocused();
  await release();
  await isUploaded;

  const create = { width: 2, height: 2, channels: 3 as const, background: '#d9442b' };
  const square = await sharp({ create }).png().toBuffer();
  await input.setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: square });
  await expect(page.getByLabel('Alt text')).toHaveValue('');
});

test('an error of one tag is shown at the field of the tags', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.getByLabel('Title', { exact: true }).fill('A long tag');
  const tags = page.getByLabel('Tags');
  await tags.fill(`short, ${'long'.repeat(16)}`);
  await page.getByRole('button', { name: 'Save To Drafts' }).click();
  await expect(tags).toHaveAccessibleDescription(/A tag has at most 60 characters\./);
  await expect(tags).toBeFocused();
});

test('an article is written, checked and published by keyboard', async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  const preview = page.getByRole('region', { name: 'Preview' });
  const title = page.getByLabel('Title', { exact: true });

  // Missing fields show errors, and the first one gets the focus.
  await page.getByRole('button', { name: 'Add Article' }).press('Enter');
  for (const errorMessage of [
    'An article needs a title.',
    'A published article needs a subtitle.',
    'A published article needs a text.',
    'A published article needs a description.',
    'No Image Upload',
  ]) {
    await expect(page.getByText(errorMessage, { exact: true })).toBeVisible();
  }
  await expect(title).toBeFocused();
  await page.keyboard.type('Written by hand');
  await expect(page.getByText('An article needs a title.')).toBeHidden();
  await expect(title).toBeFocused();

  // Enter moves to the subtitle and the text, where a slash opens the list of blocks.
  await page.keyboard.press('Enter');
  await page.keyboard.type('With ten fingers');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/tab');
  await expect(page.getByRole('option', { name: 'Table' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Name');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Age');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Remove column' }).press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await expect(preview.getByRole('cell', { name: 'Ada' })).toBeVisible();
  await expect(preview.getByRole('columnheader')).toHaveText(['Name', 'Age']);

  // Shortcut for bold, toolbar for a list; the toolbar has one tab stop and arrow keys within.
  await writeMarkdown(page, 'One word');
  await page.keyboard.press('ControlOrMeta+b');
  await page.getByRole('button', { name: 'Heading' }).focus();
  for (const name of ['Bold', 'Italic', 'Strikethrough', 'Code', 'Link', 'Bulleted list']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expectMarkdown(page, '- One **word**');
  expect(await focused(page)).toBe('Markdown');

  // Rich text is pasted as Markdown with images as links.
  await writeMarkdown(page, '');
  await pasteHtml(
    page,
    '<style>h2 { color: red }</style><h2 style="color: red">Copied</h2><p>Some <b>bold</b> words and <img src="https://example.org/a.png" alt="a boat">.</p>',
    'Copied Some bold words and .',
  );
  const pasted = '## Copied\n\nSome **bold** words and [a boat](https://example.org/a.png).';
  await expectMarkdown(page, pasted);

  // Find and replace; Escape returns to the text, and Tab leaves it.
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('bold');
  await page.getByLabel('Replace with').focus();
  await page.keyboard.type('brave');
  await page.getByRole('button', { name: 'replace all' }).press('Enter');
  await page.keyboard.press('Escape');
  await expectMarkdown(page, pasted.replace('bold', 'brave'));
  expect(await focused(page)).toBe('Markdown');
  await page.keyboard.press('Tab');
  expect(await focused(page)).not.toBe('Markdown');

  // The list of shortcuts has a shortcut, too.
  await page.keyboard.press('ControlOrMeta+/');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Find and replace');
  await page.keyboard.press('Escape');

  // A template asks before it replaces the text.
  await page.getByLabel('Article template').selectOption('sampleMarkdown');
  await page.getByRole('button', { name: 'Use template' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the text' }).press('Enter');
  await expect(preview.getByRole('heading', { name: /^Blocks/ })).toBeVisible();

  // Drafts do not need the other fields.
  await page.keyboard.press('ControlOrMeta+s');
  await page.waitForURL(/\/admin\/blog\/edit\//);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByLabel('Description').fill('How it feels to write here.');
  await chooseArticleImage(page);
  await page.getByLabel('LinkedIn', { exact: true }).check();
  await page.getByRole('button', { name: 'Add Article' }).press('Enter');
  await expect(page.getByLabel('LinkedIn content')).toBeFocused();
  await expect(page.getByText('The LinkedIn post needs some text.')).toBeVisible();
  await page.getByLabel('LinkedIn', { exact: true }).uncheck();

  // The preview shows the published page without its scripts.
  await page.getByRole('button', { name: 'Preview page' }).press('Enter');
  const shownPage = () =>
    page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
      const document = frame.contentDocument;
      const scripted = document?.documentElement?.dataset.js !== undefined;
      return [document?.querySelector('h1')?.textContent, document?.images[0]?.alt, scripted];
    });
  await expect.poll(shownPage).toEqual(['Written by hand', 'One pixel', false]);
  // Keys pressed in the page do not reach the dialog.
  await page.locator('iframe').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('iframe')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add Article' }).press('Enter');
  await expect(page.getByText(/Live in \d+ ms/)).toBeVisible();
  const previewHtml = await preview.locator('.prose').evaluate((body) => body.innerHTML);
  const source = await (await page.request.get(`${site.url}/blog/written-by-hand`)).text();
  const published = await page.evaluate((html) => {
    const template = document.createElement('template');
    template.innerHTML =
      /<div class="prose">[\s\S]*(?=<footer class="article__end")/.exec(html)?.[0] ?? '';
    return template.content.querySelector('.prose')?.innerHTML;
  }, source);
  expect(previewHtml).toBe(published);

  // Leaving with unsaved changes asks first; discarding removes them.
  await title.fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(title).toHaveValue('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await page.waitForURL(`${site.url}/`);
  await page.goBack();
  await expect(title).toHaveValue('Written by hand');
});
