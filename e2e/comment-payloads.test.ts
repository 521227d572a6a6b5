import type { Page } from '@playwright/test';
import { readPayloads, renderPayloads } from '../api/testing/payloads.ts';
import { expect, testWithoutSite as test } from './support/site.ts';

/** Renders HTML in a page without a CSP and returns scripts, requests and elements. */
async function renderHtml(page: Page, html: string) {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
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
  // Triggers handlers of common events.
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      for (const kind of ['mouseover', 'focus', 'pointerdown', 'error', 'load', 'toggle']) {
        element.dispatchEvent(new Event(kind));
      }
    }
  });
  return {
    ran: await page.evaluate(() => (window as unknown as { ran: number }).ran),
    requests: requests.filter((url) => url !== 'about:blank'),
    scripts: await page.locator('body :is(script, style, iframe, object, embed, svg, img)').count(),
  };
}

test('a known attack runs in the browser, which proves that this test can fail', {
  tag: '@verify',
}, async ({ page }) => {
  const { ran } = await renderHtml(page, '<p>x</p><img src="data:," onerror="alert(1)">');
  expect(ran).toBeGreaterThan(0);
});

test(`${readPayloads().length} payloads have no effect as comments, even without a CSP`, {
  tag: '@verify',
}, async ({ page }) => {
  const comments = await renderPayloads();
  const result = await renderHtml(page, `<!doctype html><title>x</title>${comments.join('<hr>')}`);
  expect(result).toEqual({ ran: 0, requests: [], scripts: 0 });
  expect(await page.locator('hr').count()).toBe(comments.length - 1);
});
