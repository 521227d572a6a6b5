import type { Page } from '@playwright/test';
import { adminPages, readerPages } from '../api/testing/site-pages.ts';
import { violationsAtAnotherWidth, violationsInLight, violationsOf } from './axe.ts';
import { lossesOf } from './fits.ts';
import { invisibleControls, movingThings } from './looks.ts';
import { outOfOrder } from './reading-order.ts';
import { signInAsOwner } from './site.ts';
import { ownerStates, type State, states } from './states.ts';
import { expect, test } from './whole-site.ts';

const narrow = 360;
const wide = 1440;
const widths = [narrow, wide];
const HEIGHT = 900;

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

/** What breaks a rule of axe at both widths, its light colours at the narrow one, its dark ones at the wide. */
async function violationsAtBothWidths(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: narrow, height: HEIGHT });
  const found = (await violationsInLight(page)).map((violation) => `${narrow} px: ${violation}`);
  await page.setViewportSize({ width: wide, height: HEIGHT });
  return [...found, ...(await violationsAtAnotherWidth(page))];
}

for (const { path, status = 200 } of readerPages) {
  test(`${path} breaks no rule of axe`, async ({ page }) => {
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(status);
    expect(await violationsAtBothWidths(page)).toEqual([]);
  });
}

/** The narrowest phone, in CSS pixels. */
const phone = { width: 320, height: 640 };

async function expectSoundState(page: Page, { name, path, widths: only = widths, open }: State) {
  const [first, last] = [only[0] ?? narrow, only.at(-1) ?? wide];
  for (const width of new Set([first, last])) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(path);
    await open(page);
    const lookLast = first === last ? violationsOf : violationsAtAnotherWidth;
    const look = width === last ? lookLast : violationsInLight;
    expect(await look(page), name).toEqual([]);
    if (width !== narrow) continue;
    await page.setViewportSize(phone);
    expect(await lossesOf(page), `${name}, at 320 px`).toEqual([]);
  }
}

for (const state of states) {
  test(`${state.name}: breaks no rule of axe`, ({ page }) => expectSoundState(page, state));
}

test('no state of a page of the owner breaks a rule of axe', async ({ page, site }) => {
  test.setTimeout(480_000);
  await signInAsOwner(page, site);
  for (const state of ownerStates) await expectSoundState(page, state);
});

/** What is read from top to bottom: forms in columns and tables of the admin are gone through otherwise. */
const isRead = (path: string) => !path.startsWith('/admin/') || path === '/admin/messages';

test('no page of the owner breaks a rule of axe, loses anything at 320 px, moves, or hides a control in forced colours', async ({
  page,
  site,
}) => {
  test.setTimeout(480_000);
  await signInAsOwner(page, site);
  for (const { path } of adminPages) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await violationsAtBothWidths(page), path).toEqual([]);
    await page.setViewportSize(phone);
    expect(await lossesOf(page), `${path}, at 320 px`).toEqual([]);
    if (isRead(path)) expect(await outOfOrder(page), path).toEqual([]);
    expect(await movingThings(page), path).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await invisibleControls(page), path).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
  }
});
