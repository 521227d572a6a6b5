import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { violationsInLight, violationsOf } from './support/axe.ts';
import { type FontSet, fontSets, launchWithFonts } from './support/font-sets.ts';
import { brokenWords, findLayoutErrors } from './support/layout-errors.ts';
import { collectPageErrors, expect, testWithoutSite as test } from './support/site.ts';
import { waitForLayout } from './support/waits.ts';

/** Origin of the build of `make dev`; the test serves its files. */
const ORIGIN = 'http://styleguide.test';
/** Minimum contrast of text in WCAG 2.2 AA. */
const TEXT_CONTRAST = 4.5;

// All tests run in one worker, because each worker would build the site again.
test.describe.configure({ mode: 'default' });

let build: string;

function run(command: string, args: string[], env: NodeJS.ProcessEnv): void {
  const { status, stderr } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

test.beforeAll(() => {
  build = mkdtempSync(path.join(os.tmpdir(), 'styleguide-build-'));
  run('astro', ['build', '--outDir', build], {
    NODE_ENV: 'production',
    SITE_ORIGIN: ORIGIN,
    WITH_STYLEGUIDE: 'only',
  });
});
test.afterAll(() => rmSync(build, { recursive: true, force: true }));

async function open(page: Page, { brandFonts = true } = {}): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (!brandFonts && pathname.endsWith('.woff2')) return route.abort();
    const file = path.join(build, 'client', pathname);
    const servedFile = path.extname(file) ? file : path.join(file, 'index.html');
    return existsSync(servedFile)
      ? route.fulfill({ path: servedFile })
      : route.fulfill({ status: 404 });
  });
  await page.goto(`${ORIGIN}/styleguide`);
  await expect(page.locator('astro-island[ssr] [role=tablist]')).toHaveCount(0);
  await waitForLayout(page);
}

const hasStyleguide = (folder: string) =>
  existsSync(path.join(folder, 'client', 'styleguide', 'index.html'));

test('no release contains the style guide', { tag: '@verify' }, () => {
  const release = process.env.JOURNEYS_BUILD ?? '';
  expect(existsSync(path.join(release, 'client', 'login', 'index.html'))).toBe(true);
  expect(hasStyleguide(release)).toBe(false);
});

test('the build of make dev contains the style guide', { tag: '@verify' }, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dev-build-'));
  try {
    // Same settings as in api/commands/dev.ts.
    run('node', ['api/commands/build.ts', '--styleguide'], { BUILD_DIR: folder, DATA_DIR: folder });
    expect(hasStyleguide(folder)).toBe(true);
    expect(existsSync(path.join(folder, 'client', 'login', 'index.html'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the style guide shows every component in both themes and passes axe', {
  tag: '@verify',
}, async ({ page }) => {
  const problems = collectPageErrors(page.context(), ORIGIN);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const names = [
    'Colours',
    'Type',
    'Space',
    'Motion',
    'Cover pattern',
    'Button',
    'Tag and chip',
    'Segmented control',
    'Field',
    'Card',
    'Toast',
    'Banner',
    'Dialog',
    'Table',
    'Tabs',
    'Accordion',
    'Pagination',
    'Empty state',
    'Skeleton',
    'Comment',
    'Moderation',
    'Product card',
    'Publishing progress',
    'Subscribe form',
    'Secret field',
    'Game screens',
  ];
  for (const theme of ['Light', 'Dark']) {
    const section = page.getByRole('region', { name: theme, exact: true });
    for (const name of names) {
      await expect(section.getByRole('heading', { name, exact: true })).toBeVisible();
    }
  }
  const contrasts = await page
    .locator('[data-contrast]')
    .evaluateAll((all) => all.map((element) => Number((element as HTMLElement).dataset.contrast)));
  expect(contrasts).toHaveLength(36);
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  // The page shows both themes, so one check is enough.
  expect(await violationsInLight(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('the style guide passes axe on a phone in light and dark colours', {
  tag: '@verify',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  expect(await violationsOf(page)).toEqual([]);
});

for (const set of Object.keys(fontSets) as FontSet[]) {
  test(`the style guide fits the fonts of ${set}`, {
    tag: '@verify',
  }, async () => {
    const browser = await launchWithFonts(set);
    try {
      const page = await browser.newPage({ reducedMotion: 'reduce' });
      await open(page, { brandFonts: false });
      for (const width of [320, 360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const errors = [...(await findLayoutErrors(page)), ...(await brokenWords(page))];
        expect(errors, `${width} px`).toEqual([]);
      }
    } finally {
      await browser.close();
    }
  });
}

test('tabs follow arrow keys, one question is open at a time, and nothing scrolls sideways', {
  tag: '@verify',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page);
  const light = page.getByRole('region', { name: 'Light', exact: true });
  await light.getByRole('tab', { name: 'Users' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(light.getByRole('tab', { name: 'Jokes' })).toBeFocused();
  await expect(light.getByRole('tabpanel', { name: 'Jokes' })).toBeVisible();
  await expect(light.getByText('What the first tab shows.')).toBeHidden();
  await page.keyboard.press('Home');
  await expect(light.getByText('What the first tab shows.')).toBeVisible();

  const faqAnswer = light.getByText('Less than 50 milliseconds');
  await expect(faqAnswer).toBeVisible();
  await light.getByText('Does it require JavaScript?').click();
  await expect(faqAnswer).toBeHidden();

  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);

  // A toast over an open dialog is inside of it, because content outside is inert.
  await light.getByRole('button', { name: 'Open the dialog' }).click();
  const dialog = light.getByRole('dialog');
  await dialog.evaluate((element) => {
    const button = element.ownerDocument.querySelector<HTMLElement>('[data-toast="error"]');
    button?.click();
  });
  await expect(dialog.getByRole('alert')).toContainText('Not saved.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toHaveCount(0);
});
