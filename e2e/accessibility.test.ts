import type { Page } from '@playwright/test';
import { adminPages, readerPages, SAMPLE_ORDER } from '../api/testing/site-pages.ts';
import { violationsInDark, violationsInLight, violationsOf } from './support/axe.ts';
import { findKeyboardErrors, findReadingOrderErrors } from './support/element-order.ts';
import { findLayoutErrors } from './support/layout-errors.ts';
import { signInAsOwner } from './support/site.ts';
import { ownerStates, type State, states } from './support/states.ts';
import { findInvisibleControls, findMotion } from './support/visual-checks.ts';
import { expect, selectionsOf, tagOf, test } from './support/whole-site.ts';

const narrow = 360;
const wide = 1440;
const widths = [narrow, wide];
const HEIGHT = 900;
/** Maximum number of pages that one test opens; several tests keep all workers busy. */
const PAGES_AT_ONCE = 8;
/** Smallest supported phone, in CSS pixels. */
const phone = { width: 320, height: 640 };
const laptop = { width: 1280, height: 800 };

/** Default font size of browsers, in pixels. */
const FONT_SIZE = 16;
/** Supported window sizes in CSS pixels, with font sizes. */
const readingSizes = [
  { name: 'on the narrowest phone', viewport: phone, fontSize: FONT_SIZE },
  // Corresponds to a window of 1280 by 800 pixels at 200 %.
  { name: 'at 200 % zoom', viewport: { width: 640, height: 400 }, fontSize: FONT_SIZE },
  { name: 'with text of twice the size', viewport: laptop, fontSize: 2 * FONT_SIZE },
];

test.use({
  colorScheme: 'light',
  reducedMotion: 'reduce',
  viewport: { width: narrow, height: HEIGHT },
});

async function expectLandmarksInOrder(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('navigation').first()).toBeAttached();
  expect(await findReadingOrderErrors(page)).toEqual([]);
}

/** Checks a page in light colours and, in a wide window, in dark colours. */
async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsInLight(page)).toEqual([]);
  await page.setViewportSize({ width: wide, height: HEIGHT });
  expect(await violationsInDark(page)).toEqual([]);
}

async function expectNoLayoutErrors(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const { name, viewport, fontSize } of readingSizes) {
    await page.setViewportSize(viewport);
    // Changes the setting of the browser; lengths in rem follow it.
    await session.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
    expect(await findLayoutErrors(page), name).toEqual([]);
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: FONT_SIZE } });
}

async function expectControlsInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await findInvisibleControls(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

// All checks of a page share one load, and many pages share one browser context.
for (const { some, pages, tag } of selectionsOf(readerPages, PAGES_AT_ONCE)) {
  test(`${some} pages are readable and usable with assistive technologies`, {
    tag,
  }, async ({ page }) => {
    test.slow();
    for (const { path, status = 200 } of pages) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: narrow, height: HEIGHT });
        const response = await page.goto(path);
        expect(response?.status()).toBe(status);
        await test.step('has landmarks and a logical reading order', () =>
          expectLandmarksInOrder(page));
        await test.step('breaks no axe rule on a phone in light colours and in a wide window in dark colours', () =>
          expectNoViolations(page));
        await test.step('fits a narrow phone, 200 % zoom and large text', () =>
          expectNoLayoutErrors(page));
        await test.step('has no motion with reduced motion', async () =>
          expect(await findMotion(page)).toEqual([]));
        await test.step('shows all controls in forced colours', () =>
          expectControlsInForcedColours(page));
        // This check is the last one, because it changes the behaviour of clicks.
        await test.step('reaches every control with Tab, shows the focus, and presses buttons by keyboard', async () =>
          expect(await findKeyboardErrors(page)).toEqual([]));
      });
    }
  });
}

test('the first tab stop skips the header', async ({ page }) => {
  await page.setViewportSize(laptop);
  await page.goto('/blog');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inMain = await page.evaluate(() =>
    document.querySelector('main')?.contains(document.activeElement),
  );
  expect(inMain).toBe(true);
});

/** Checks a state at its smallest width in light colours and at its largest width in dark colours. */
async function expectAccessibleState(
  page: Page,
  { name, path, widths: stateWidths = widths, open }: State,
) {
  const [first, last] = [stateWidths[0] ?? narrow, stateWidths.at(-1) ?? wide];
  for (const width of new Set([first, last])) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(path);
    await open(page);
    const findViolationsAtLast = first === last ? violationsOf : violationsInDark;
    const findViolations = width === last ? findViolationsAtLast : violationsInLight;
    expect(await findViolations(page), name).toEqual([]);
    if (width !== narrow) continue;
    await page.setViewportSize(phone);
    expect(await findLayoutErrors(page), `${name}, at 320 px`).toEqual([]);
  }
}

for (const state of states) {
  test(`${state.name}: breaks no axe rule`, { tag: tagOf(state) }, ({ page }) =>
    expectAccessibleState(page, state),
  );
}

test('all states of pages for the owner pass axe', {
  tag: '@verify',
}, async ({ page, site }) => {
  test.slow();
  await signInAsOwner(page, site);
  for (const state of ownerStates) await expectAccessibleState(page, state);
});

/** True for pages that are read from top to bottom, unlike forms in columns and tables. */
const isLinear = (path: string) => !path.startsWith('/admin/') || path === '/admin/messages';

for (const { some, pages, tag } of selectionsOf(adminPages, PAGES_AT_ONCE)) {
  test(`${some} pages for the owner are readable and usable with assistive technologies`, {
    tag,
  }, async ({ page, site }) => {
    test.slow();
    await signInAsOwner(page, site);
    for (const { path } of pages) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: narrow, height: HEIGHT });
        await page.goto(path);
        // The island has replaced its placeholder.
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (path.startsWith('/admin/') || path.includes(SAMPLE_ORDER))
          await expect(page.getByRole('heading', { name: 'Error 404' })).toHaveCount(0);
        await expectNoViolations(page);
        await page.setViewportSize(phone);
        expect(await findLayoutErrors(page), 'at 320 px').toEqual([]);
        if (isLinear(path)) expect(await findReadingOrderErrors(page)).toEqual([]);
        expect(await findMotion(page)).toEqual([]);
        await expectControlsInForcedColours(page);
      });
    }
  });
}
