import type { Page } from '@playwright/test';
import { readerPages } from '../api/testing/site-pages.ts';
import { expect, selectionsOf, test } from './whole-site.ts';

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
  await expect.poll(() => missingImages(page), { message: `images of ${page.url()}` }).toEqual([]);
  return complaints;
}

/** Returns visible images that have not loaded; those that load when they come into view are loaded at once. */
function missingImages(page: Page): Promise<string[]> {
  return page
    .locator('img')
    .filter({ visible: true })
    .evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter((image) => {
          image.loading = 'eager';
          return !image.complete || image.naturalWidth === 0;
        })
        .map((image) => image.currentSrc || image.outerHTML.slice(0, 120)),
    );
}

/** Where the forms that a reader can see are sent, as `POST /api/subscribers`. */
function formsOf(page: Page): Promise<string[]> {
  return page
    .locator('form')
    .filter({ visible: true })
    .evaluateAll((forms) =>
      (forms as HTMLFormElement[]).map(
        ({ method, action }) => `${method.toUpperCase()} ${new URL(action).pathname}`,
      ),
    );
}

for (const { some, pages, tag } of selectionsOf(readerPages)) {
  test(`${some} pages read, lead on, and show their pictures and code without scripts`, {
    tag: [...tag, '@topic'],
  }, async ({ page }) => {
    const forms = new Map<string, string>();
    for (const { path } of pages) {
      await page.goto(path);
      expect(await complaintsOf(page), path).toEqual([]);
      for (const form of await formsOf(page)) forms.set(form, path);
    }

    // What a form can be sent to reads it as a browser sends it. Empty, so that nothing comes of it.
    expect([...forms.keys()]).toContain('POST /api/subscribers');
    for (const [form, path] of forms) {
      const [method, action = ''] = form.split(' ');
      const answer = await page.request.fetch(action, { method, form: {} });
      expect(answer.status(), `${form} of ${path}, a form without scripts`).not.toBe(415);
      expect(answer.status(), `${form} of ${path}`).not.toBe(404);
    }
  });
}
