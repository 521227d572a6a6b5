import type { Page } from '@playwright/test';
import { adminPages, readerPages } from '../api/testing/site-pages.ts';
import { violationsOf } from './axe.ts';
import { signInAsOwner } from './site.ts';
import { ownerStates, type State, states } from './states.ts';
import { expect, test } from './whole-site.ts';

const widths = [360, 1440];
const HEIGHT = 900;

test.use({ colorScheme: 'light', reducedMotion: 'reduce' });

/** What breaks a rule of axe at each width, in both themes. */
async function violationsAtAllWidths(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    found.push(...(await violationsOf(page)).map((violation) => `${width} px: ${violation}`));
  }
  return found;
}

for (const { path, status = 200 } of readerPages) {
  test(`${path} breaks no rule of axe`, async ({ page }) => {
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(status);
    expect(await violationsAtAllWidths(page)).toEqual([]);
  });
}

async function expectSoundState(page: Page, { name, path, widths: only = widths, open }: State) {
  for (const width of new Set([only[0], only.at(-1)])) {
    await page.setViewportSize({ width: width ?? 360, height: HEIGHT });
    await page.goto(path);
    await open(page);
    expect(await violationsOf(page), name).toEqual([]);
  }
}

for (const state of states) {
  test(`${state.name}: breaks no rule of axe`, ({ page }) => expectSoundState(page, state));
}

test('no state of a page of the owner breaks a rule of axe', async ({ page, site }) => {
  test.setTimeout(240_000);
  await signInAsOwner(page, site);
  for (const state of ownerStates) await expectSoundState(page, state);
});

test('no page of the owner breaks a rule of axe', async ({ page, site }) => {
  test.setTimeout(240_000);
  await signInAsOwner(page, site);
  for (const { path } of adminPages) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await violationsAtAllWidths(page), path).toEqual([]);
  }
});
