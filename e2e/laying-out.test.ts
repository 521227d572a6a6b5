import type { Page } from '@playwright/test';
import { waitForLayout } from './laid-out.ts';
import { expect, readOnlyTest as test } from './site.ts';

declare global {
  interface Window {
    /** Runs what waits for the browser to be idle. */
    runIdle(): void;
  }
}

/** Lets the test decide when the browser is idle. */
async function takeOverIdleTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    window.requestIdleCallback = (work) => waiting.push(work);
    window.runIdle = () => {
      for (const work of waiting.splice(0)) work({ didTimeout: false, timeRemaining: () => 50 });
    };
  });
}

/** Frames that a press lasts, each with idle time. */
const FRAMES = 30;

const spendIdleFrames = (page: Page) =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) {
      window.runIdle();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, FRAMES);

test('nothing is laid out while a pointer is down, so that a press near the end counts', {
  tag: '@verify',
}, async ({ page }) => {
  await takeOverIdleTime(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/blog/how-sqlite-keeps-a-promise');
  const link = page
    .getByRole('navigation', { name: 'Articles before and after' })
    .getByRole('link');
  await link.first().scrollIntoViewIfNeeded();
  const topOf = () => link.first().evaluate((element) => element.getBoundingClientRect().top);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-top');

  await link.first().hover();
  await page.mouse.down();
  const before = await topOf();
  await spendIdleFrames(page);
  expect(await topOf()).toBe(before);
  await expect(html).toHaveAttribute('data-top');
  const target = await link.first().getAttribute('href');
  await page.mouse.up();
  await page.waitForURL(`**${target}`);
});

test('a page is laid out to its end after a press that led nowhere', { tag: '@verify' }, async ({
  page,
}) => {
  await takeOverIdleTime(page);
  await page.goto('/blog/how-sqlite-keeps-a-promise');
  await page.getByRole('heading', { level: 1 }).hover();
  await page.mouse.down();
  await spendIdleFrames(page);
  await expect(page.locator('html')).toHaveAttribute('data-top');
  await page.mouse.up();
  await expect(async () => {
    await spendIdleFrames(page);
    await waitForLayout(page);
  }).toPass();
});
