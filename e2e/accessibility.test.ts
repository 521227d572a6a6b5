import type { Page } from '@playwright/test';
import { adminPages, readerPages } from '../api/testing/site-pages.ts';
import { violationsInDark, violationsInLight, violationsOf } from './axe.ts';
import { findLayoutErrors } from './fits.ts';
import { findInvisibleControls, findMotion } from './looks.ts';
import { findReadingOrderErrors } from './reading-order.ts';
import { signInAsOwner } from './site.ts';
import { ownerStates, type State, states } from './states.ts';
import { findKeyboardErrors } from './tab-stops.ts';
import { expect, selectionsOf, tagOf, test } from './whole-site.ts';

const narrow = 360;
const wide = 1440;
const widths = [narrow, wide];
const HEIGHT = 900;
/** Pages that one test opens. Several tests, so that all workers have some. */
const PAGES_AT_ONCE = 8;
/** The narrowest phone, in CSS pixels. */
const phone = { width: 320, height: 640 };
const laptop = { width: 1280, height: 800 };

/** Pixels of the font size that browsers begin with. */
const FONT_SIZE = 16;
/** Window sizes in CSS pixels and font sizes that people read at. */
const readingSizes = [
  { name: 'on the narrowest phone', viewport: phone, fontSize: FONT_SIZE },
  // A window of 1280 by 800 pixels at 200 %.
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

/** Checks the page as it is in light, and in a wide window in the dark. */
async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsInLight(page)).toEqual([]);
  await page.setViewportSize({ width: wide, height: HEIGHT });
  expect(await violationsInDark(page)).toEqual([]);
}

async function expectNoLosses(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const { name, viewport, fontSize } of readingSizes) {
    await page.setViewportSize(viewport);
    // As in the browser's settings, which widths in rem follow, too.
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

// One load for all checks of a page, and one browser context for many pages.
for (const { some, pages, tag } of selectionsOf(readerPages, PAGES_AT_ONCE)) {
  test(`${some} pages can be read and used with every kind of equipment`, {
    tag,
  }, async ({ page }) => {
    test.slow();
    for (const { path, status = 200 } of pages) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: narrow, height: HEIGHT });
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(status);
        await test.step('a screen reader finds landmarks and reads in order', () =>
          expectLandmarksInOrder(page));
        await test.step('no rule of axe is broken on a phone in light or in a wide window in the dark', () =>
          expectNoViolations(page));
        await test.step('nothing is lost on a narrow phone, zoomed, or with large text', () =>
          expectNoLosses(page));
        await test.step('nothing moves for readers who want less motion', async () =>
          expect(await findMotion(page)).toEqual([]));
        await test.step('forced colours hide no control', () =>
          expectControlsInForcedColours(page));
        // The last check: it changes what a click does.
        await test.step('Tab reaches every control visibly, and keys press its buttons', async () =>
          expect(await findKeyboardErrors(page)).toEqual([]));
      });
    }
  });
}

test('the first stop leads past the header into the text', async ({ page }) => {
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

/** Checks a state at its widths: with light colours at the first, with dark ones at the last. */
async function expectSoundState(page: Page, { name, path, widths: only = widths, open }: State) {
  const [first, last] = [only[0] ?? narrow, only.at(-1) ?? wide];
  for (const width of new Set([first, last])) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(path);
    await open(page);
    const lookLast = first === last ? violationsOf : violationsInDark;
    const look = width === last ? lookLast : violationsInLight;
    expect(await look(page), name).toEqual([]);
    if (width !== narrow) continue;
    await page.setViewportSize(phone);
    expect(await findLayoutErrors(page), `${name}, at 320 px`).toEqual([]);
  }
}

for (const state of states) {
  test(`${state.name}: breaks no rule of axe`, { tag: tagOf(state) }, ({ page }) =>
    expectSoundState(page, state),
  );
}

test('no state of a page of the owner breaks a rule of axe', {
  tag: '@verify',
}, async ({ page, site }) => {
  test.slow();
  await signInAsOwner(page, site);
  for (const state of ownerStates) await expectSoundState(page, state);
});

/** What is read from top to bottom: forms in columns and tables of the admin are gone through otherwise. */
const isRead = (path: string) => !path.startsWith('/admin/') || path === '/admin/messages';

for (const { some, pages, tag } of selectionsOf(adminPages, PAGES_AT_ONCE)) {
  test(`${some} pages of the owner can be read and used with every kind of equipment`, {
    tag,
  }, async ({ page, site }) => {
    test.slow();
    await signInAsOwner(page, site);
    for (const { path } of pages) {
      await test.step(path, async () => {
        await page.setViewportSize({ width: narrow, height: HEIGHT });
        await page.goto(path);
        // The island of the page has replaced what stood in its place.
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolations(page);
        await page.setViewportSize(phone);
        expect(await findLayoutErrors(page), 'at 320 px').toEqual([]);
        if (isRead(path)) expect(await findReadingOrderErrors(page)).toEqual([]);
        expect(await findMotion(page)).toEqual([]);
        await expectControlsInForcedColours(page);
      });
    }
  });
}
