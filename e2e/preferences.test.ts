import { onPaper } from './looks.ts';
import { expect, test } from './whole-site.ts';

for (const path of ['/blog/how-sqlite-keeps-a-promise', '/resume']) {
  test(`${path} prints its text in black on white, and none of the chrome`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(path);
    const read = await page.getByRole('main').innerText();
    await page.emulateMedia({ media: 'print' });
    const { words, colours, chrome, wide } = await onPaper(page);
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    expect(chrome).toEqual([]);
    expect(wide).toBeLessThanOrEqual(0);
    expect(words.length).toBeGreaterThan(read.length / 2);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });
}
