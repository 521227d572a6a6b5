import { expect, type Page } from '@playwright/test';

/** The text of the article in the editor. */
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Markdown', exact: true });

/** Writes the whole text anew. */
export async function writeMarkdown(page: Page, markdown: string): Promise<void> {
  const text = textOf(page);
  await text.focus();
  await page.keyboard.press('ControlOrMeta+a');
  if (markdown === '') await page.keyboard.press('Delete');
  else await page.keyboard.insertText(markdown);
}

/** Waits until this is what stands in the editor; a text that fits on the screen. */
export async function expectMarkdown(page: Page, markdown: string): Promise<void> {
  const lines = async () => (await textOf(page).locator('.cm-line').allTextContents()).join('\n');
  await expect.poll(lines).toBe(markdown);
}

/** The smallest PNG there is: one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Uploads the image that a published article needs. */
export async function chooseArticleImage(page: Page): Promise<void> {
  await page.getByLabel('Article image').setInputFiles({
    name: 'pixel.png',
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  });
  await page.getByLabel('Alt text').fill('One pixel');
}

/** Fills in what publishing asks for. */
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
