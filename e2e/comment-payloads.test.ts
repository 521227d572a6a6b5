import type { Page } from '@playwright/test';
import { readPayloads, renderPayloads } from '../api/testing/payloads.ts';
import { expect, testWithoutSite as test } from './site.ts';

/** Puts HTML into a page without any policy, and tells what it did there. */
async function tryOut(page: Page, html: string) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    Object.assign(window, { ran: 0 });
    window.alert =
      window.confirm =
      window.prompt =
        () => {
          (window as unknown as { ran: number }).ran += 1;
          return null as never;
        };
  });
  await page.goto('about:blank');
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  // What waits for somebody to come near it.
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      for (const kind of ['mouseover', 'focus', 'pointerdown', 'error', 'load', 'toggle']) {
        element.dispatchEvent(new Event(kind));
      }
    }
  });
  return {
    ran: await page.evaluate(() => (window as unknown as { ran: number }).ran),
    asked: asked.filter((url) => url !== 'about:blank'),
    scripts: await page.locator('body :is(script, style, iframe, object, embed, svg, img)').count(),
  };
}

test('what others use to attack runs in a browser as it is, so that this test can fail', {
  tag: '@verify',
}, async ({ page }) => {
  const { ran } = await tryOut(page, '<p>x</p><img src="data:," onerror="alert(1)">');
  expect(ran).toBeGreaterThan(0);
});

test(`${readPayloads().length} payloads do nothing as comments, even without a policy of the page`, {
  tag: '@verify',
}, async ({ page }) => {
  const comments = await renderPayloads();
  const found = await tryOut(page, `<!doctype html><title>x</title>${comments.join('<hr>')}`);
  expect(found).toEqual({ ran: 0, asked: [], scripts: 0 });
  expect(await page.locator('hr').count()).toBe(comments.length - 1);
});
