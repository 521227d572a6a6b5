import type { Page } from '@playwright/test';
import { expect, readOnlyTest as test } from './support/site.ts';
import { waitForLayout } from './support/waits.ts';

declare global {
  interface Window {
    /** Runs all idle callbacks. */
    runIdle(): void;
  }
}

/** Replaces idle callbacks, so that the test decides when they run. */
async function controlIdleCallbacks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const callbacks: IdleRequestCallback[] = [];
    window.requestIdleCallback = (work) => callbacks.push(work);
    window.runIdle = () => {
      for (const work of callbacks.splice(0)) work({ didTimeout: false, timeRemaining: () => 50 });
    };
  });
}

/** Number of frames of a click, each with idle time. */
const FRAMES = 30;

const runIdleFrames = (page: Page) =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame += 1) {
      window.runIdle();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, FRAMES);

test('offscreen rendering pauses while a pointer is down, so that a click near the end works', {
  tag: '@verify',
}, async ({ page }) => {
  await controlIdleCallbacks(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/blog/how-sqlite-keeps-a-promise');
  const link = page
    .getByRole('navigation', { name: 'Articles before and after' })
    .getByRole('link');
  const topOf = () => link.first().evaluate((element) => element.getBoundingClientRect().top);
  // In the middle, because the note about member-only stories appears at the lower edge. Parts that come into view get
  // their real height, which moves the link.
  await expect(async () => {
    await link.first().evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
    });
    expect(Math.abs((await topOf()) - 400)).toBeLessThan(150);
  }).toPass();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-top');

  await link.first().hover();
  await page.mouse.down();
  const before = await topOf();
  await runIdleFrames(page);
  expect(await topOf()).toBe(before);
  await expect(html).toHaveAttribute('data-top');
  const target = await link.first().getAttribute('href');
  await page.mouse.up();
  await page.waitForURL(`**${target}`);
});

test('offscreen rendering completes after a click without navigation', { tag: '@verify' }, async ({
  page,
}) => {
  await controlIdleCallbacks(page);
  await page.goto('/blog/how-sqlite-keeps-a-promise');
  await page.getByRole('heading', { level: 1 }).hover();
  await page.mouse.down();
  await runIdleFrames(page);
  await expect(page.locator('html')).toHaveAttribute('data-top');
  await page.mouse.up();
  await expect(async () => {
    await runIdleFrames(page);
    await waitForLayout(page);
  }).toPass();
});
