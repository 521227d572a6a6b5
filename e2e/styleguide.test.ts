import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { violationsOf } from './axe.ts';
import { expect, bareTest as test, watchForTrouble } from './site.ts';

/** Where the build of `make dev` is shown; nothing listens there. */
const ORIGIN = 'http://styleguide.test';
/** WCAG 2.2 AA for text. */
const TEXT_CONTRAST = 4.5;

// One after the other in one worker: each worker would build anew.
test.describe.configure({ mode: 'default' });

let build: string;

test.beforeAll(() => {
  build = mkdtempSync(path.join(os.tmpdir(), 'styleguide-build-'));
  // As api/commands/dev.ts does.
  const { status, stderr } = spawnSync('node', ['api/commands/build.ts', '--styleguide'], {
    env: { ...process.env, BUILD_DIR: build, DATA_DIR: build },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
});
test.afterAll(() => rmSync(build, { recursive: true, force: true }));

async function open(page: Page): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = path.join(build, 'client', pathname);
    const found = path.extname(file) ? file : path.join(file, 'index.html');
    return existsSync(found) ? route.fulfill({ path: found }) : route.fulfill({ status: 404 });
  });
  await page.goto(`${ORIGIN}/styleguide`);
  await page.waitForLoadState('networkidle');
}

test('no release holds the style guide', () => {
  const release = path.join(process.env.JOURNEYS_BUILD ?? '', 'client');
  expect(existsSync(path.join(release, 'login', 'index.html'))).toBe(true);
  expect(existsSync(path.join(release, 'styleguide'))).toBe(false);
  expect(existsSync(path.join(build, 'client', 'styleguide', 'index.html'))).toBe(true);
});

test('the style guide shows every component in both themes, by the rules of axe', async ({
  page,
}) => {
  const complaints = watchForTrouble(page.context(), ORIGIN);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const names = [
    ...['Colours', 'Type', 'Space', 'Motion', 'Plate', 'Button', 'Tag and chip', 'Choices'],
    ...['Field', 'Card', 'Toast', 'Notice', 'Dialog', 'Table', 'Tabs', 'Accordion'],
    ...['Pagination', 'Empty state', 'Skeleton'],
  ];
  for (const theme of ['Light', 'Dark']) {
    const shown = page.getByRole('region', { name: theme, exact: true });
    for (const name of names) {
      await expect(shown.getByRole('heading', { name, exact: true })).toBeVisible();
    }
  }
  const contrasts = await page
    .locator('[data-contrast]')
    .evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.contrast)));
  expect(contrasts).toHaveLength(36);
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('tabs choose by arrows, questions open one at a time, nothing scrolls sideways', async ({
  page,
}) => {
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

  const answer = light.getByText('Less than 50 milliseconds');
  await expect(answer).toBeVisible();
  await light.getByText('Does it need scripts?').click();
  await expect(answer).toBeHidden();

  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);

  // Over an open dialog a notification is in it: outside it nothing could be reached or heard.
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
