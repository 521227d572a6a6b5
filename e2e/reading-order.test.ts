import { readerPages } from '../api/testing/site-pages.ts';
import { outOfOrder } from './reading-order.ts';
import { expect, test } from './whole-site.ts';

test.use({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' });

test('a screen reader finds landmarks and one heading on each page, and reads it in its order', async ({
  page,
}) => {
  for (const { path } of readerPages) {
    await page.goto(path);
    await expect(page.getByRole('main'), path).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.getByRole('navigation').first(), path).toBeAttached();
    expect(await outOfOrder(page), path).toEqual([]);
  }
});
