import type { Page } from '@playwright/test';
import { readerPages } from '../api/testing/site-pages.ts';
import { expect, test } from './whole-site.ts';

test.use({ javaScriptEnabled: false });

/** What a reader without scripts would miss on the page. */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints = await page.evaluate(() => {
    const found: string[] = [];
    const main = document.querySelector('main');
    const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const heading = main?.querySelector('h1');
    if (!heading || !visible(heading)) found.push('it has no heading');
    if (!main?.innerText.replace(heading?.innerText ?? '', '').trim()) found.push('it has no text');
    const ways = [...document.querySelectorAll('header a, nav a, footer a')].filter(visible);
    if (ways.length < 2) found.push('it leads nowhere');
    for (const code of document.querySelectorAll<HTMLElement>('pre')) {
      if (!visible(code) || !code.innerText.trim()) found.push('code is missing');
    }
    for (const button of document.querySelectorAll('button')) {
      const works = button.hasAttribute('popovertarget') || button.form?.hasAttribute('action');
      if (visible(button) && !works) {
        found.push(
          `“${button.textContent?.trim() || button.ariaLabel}” is a button without effect`,
        );
      }
    }
    return found;
  });
  for (const image of await page.locator('img').all()) {
    if (!(await image.isVisible())) continue;
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0), {
        message: `${await image.getAttribute('src')} on ${page.url()}`,
      })
      .toBe(true);
  }
  return complaints;
}

test('every public page reads, leads on, and shows its pictures and code', async ({ page }) => {
  test.setTimeout(120_000);
  for (const { path } of readerPages) {
    await page.goto(path);
    expect(await complaintsOf(page), path).toEqual([]);
  }
});
