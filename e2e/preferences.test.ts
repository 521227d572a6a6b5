import { readPrintedPage } from './support/visual-checks.ts';
import { expect, test } from './support/whole-site.ts';

for (const path of ['/blog/how-sqlite-keeps-a-promise', '/resume']) {
  test(`${path} prints its text in black on white without header, footer and controls`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    const screenText = await page.getByRole('main').innerText();
    await page.emulateMedia({ media: 'print' });
    const { text, colours, chrome, overflow } = await readPrintedPage(page);
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    expect(chrome).toEqual([]);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(text.length).toBeGreaterThan(screenText.length / 2);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });
}
