import { readerPages } from '../api/testing/site-pages.ts';
import { lossesOf } from './fits.ts';
import { expect, test } from './whole-site.ts';

test.use({ reducedMotion: 'reduce' });

/** Sizes that people read at, as width and height in CSS pixels, and how large they set text. */
const sizes = [
  { name: 'on the narrowest phone', width: 320, height: 640, text: 1 },
  // A window of 1280 by 800 pixels at 200 %.
  { name: 'at 200 % zoom', width: 640, height: 400, text: 1 },
  { name: 'with text of twice the size', width: 1280, height: 800, text: 2 },
];

test('no page loses anything on a narrow phone, zoomed, or with large text', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  for (const { path } of readerPages) {
    await page.goto(path);
    for (const { name, width, height, text } of sizes) {
      await page.setViewportSize({ width, height });
      // As in the browser's settings, which widths in rem follow, too.
      await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * text } });
      expect(await lossesOf(page), `${path} ${name}`).toEqual([]);
    }
  }
});
