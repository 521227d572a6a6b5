import type { Page } from '@playwright/test';

/** Scrolls through the whole page and back, so that what is laid out or loaded late is there. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const before = scrollY;
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo({ top: before, behavior: 'instant' });
  });
}
