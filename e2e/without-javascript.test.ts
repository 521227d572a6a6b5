import type { Page } from '@playwright/test';
import { readerPages } from '../api/testing/site-pages.ts';
import { expect, selectionsOf, test } from './support/whole-site.ts';

test.use({ javaScriptEnabled: false });

/** Returns missing or broken parts of a page without JavaScript. */
async function findMissingParts(page: Page): Promise<string[]> {
  const problems = await page.evaluate(() => {
    const found: string[] = [];
    const main = document.querySelector('main');
    const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const heading = main?.querySelector('h1');
    if (!heading || !visible(heading)) found.push('it has no heading');
    if (!main?.innerText.replace(heading?.innerText ?? '', '').trim()) found.push('it has no text');
    const navigationLinks = [...document.querySelectorAll('header a, nav a, footer a')].filter(
      visible,
    );
    if (navigationLinks.length < 2) found.push('it leads nowhere');
    for (const code of document.querySelectorAll<HTMLElement>('pre')) {
      if (!visible(code) || !code.innerText.trim()) found.push('code is missing');
    }
    for (const button of document.querySelectorAll('button')) {
      const hasEffect = button.hasAttribute('popovertarget') || button.form?.hasAttribute('action');
      if (visible(button) && !hasEffect) {
        found.push(
          `“${button.textContent?.trim() || button.ariaLabel}” is a button without effect`,
        );
      }
    }
    return found;
  });
  await expect.poll(() => missingImages(page), { message: `images of ${page.url()}` }).toEqual([]);
  return problems;
}

/** Returns visible images that have not loaded. Loads lazy images at once. */
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

/** Returns the targets of visible forms, for example `POST /api/subscribers`. */
function readFormTargets(page: Page): Promise<string[]> {
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
  test(`${some} pages are readable without JavaScript, can be navigated, and show images and code`, {
    tag: [...tag, '@topic'],
  }, async ({ page }) => {
    const forms = new Map<string, string>();
    for (const { path } of pages) {
      await page.goto(path);
      expect(await findMissingParts(page), path).toEqual([]);
      for (const form of await readFormTargets(page)) forms.set(form, path);
    }

    // The API parses forms as browsers send them. An empty form has no effect.
    expect([...forms.keys()]).toContain('POST /api/subscribers');
    for (const [form, path] of forms) {
      const [method, action = ''] = form.split(' ');
      const response = await page.request.fetch(action, { method, form: {} });
      // A page, or a message about the missing field.
      expect([200, 400], `${form} of ${path}, a form without scripts`).toContain(response.status());
    }
  });
}
