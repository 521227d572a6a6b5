import { readerPages } from '../api/testing/site-pages.ts';
import { walkByKeyboard } from './tab-stops.ts';
import { expect, test } from './whole-site.ts';

test.use({ reducedMotion: 'reduce' });

test('the first stop leads past the header into the text', async ({ page }) => {
  await page.goto('/blog');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inMain = await page.evaluate(() =>
    document.querySelector('main')?.contains(document.activeElement),
  );
  expect(inMain).toBe(true);
});

for (const { path } of readerPages) {
  test(`Tab reaches every control of ${path}, visibly, and keys press its buttons`, async ({
    page,
  }) => {
    await page.goto(path);
    expect(await walkByKeyboard(page)).toEqual([]);
  });
}
