import { expect, type Page } from '@playwright/test';

/** Returns the text field of the article in the editor. */
export const markdownField = (page: Page) =>
  page.getByRole('textbox', { name: 'Markdown', exact: true });

/** Replaces the whole text. */
export async function writeMarkdown(page: Page, markdown: string): Promise<void> {
  const text = markdownField(page);
  await text.focus();
  await page.keyboard.press('ControlOrMeta+a');
  if (markdown === '') await page.keyboard.press('Delete');
  else await page.keyboard.insertText(markdown);
}

/** Expects this text in the editor. It has to fit on the screen, because the editor renders only visible lines. */
export async function expectMarkdown(page: Page, markdown: string): Promise<void> {
  const lines = async () =>
    (await markdownField(page).locator('.cm-line').allTextContents()).join('\n');
  await expect.poll(lines).toBe(markdown);
}

/** A PNG of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Uploads the image that publishing requires. */
export async function chooseArticleImage(page: Page): Promise<void> {
  await page.getByLabel('Article image').setInputFiles({
    name: 'pixel.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  });
  await page.getByLabel('Alt text').fill('One pixel');
}

/** Fills in all fields that publishing requires. */
export async function fillArticle(
  page: Page,
  { title, markdown }: { title: string; markdown: string },
): Promise<void> {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Subtitle').fill('And they stay');
  await page.getByLabel('Description').fill('Why this page is a file.');
  await chooseArticleImage(page);
  await writeMarkdown(page, markdown);
}
