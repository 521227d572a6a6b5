import type { Page } from '@playwright/test';
import { headerFaults, shownName } from './layout-errors.ts';
import { expect, readOnlyTest as test } from './site.ts';

const widths = Array.from({ length: 129 }, (_, step) => 320 + 10 * step);
const HEIGHT = 800;

/** Names of 4 to 30 characters. */
const names = [
  'Yuki',
  'Ada Lovelace',
  'Maren Halvard',
  'Maximiliane Schneider',
  'Alexandra Konstantinopoulos-We',
  'Wolfeschlegelsteinhausenberger',
];

/** Opens a page with another name of the owner. */
async function openWithName(page: Page, name: string, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: HEIGHT });
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const html = (await response.text())
      .replaceAll('Maren Halvard', name)
      .replaceAll('>Maren<', `>${name.split(' ')[0]}<`);
    await route.fulfill({ response, body: html });
  });
  await page.goto(path);
}

for (const name of names) {
  test(`the header with the name ${name} takes one line at every width`, {
    tag: '@verify',
  }, async ({ page }) => {
    await openWithName(page, name, '/login');
    const errors: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const error of await headerFaults(page)) errors.push(`${width} px: ${error}`);
    }
    expect(errors).toEqual([]);
  });
}

test('the header shows the full name on a phone', async ({ page }) => {
  await openWithName(page, 'Maren Halvard', '/about');
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: HEIGHT });
    expect(await shownName(page), `${width} px`).toBe('Maren Halvard');
  }
});

test('the header shows the short name if the full name does not fit', async ({ page }) => {
  await openWithName(page, 'Maximiliane Schneider-Hollweg', '/about');
  await page.setViewportSize({ width: 390, height: HEIGHT });
  expect(await shownName(page)).toBe('Maximiliane');
  await page.setViewportSize({ width: 768, height: HEIGHT });
  expect(await shownName(page)).toBe('Maximiliane Schneider-Hollweg');
  // The link keeps the full name for screen readers.
  await page.setViewportSize({ width: 320, height: HEIGHT });
  const home = page
    .getByRole('banner')
    .getByRole('link', { name: 'Maximiliane Schneider-Hollweg' });
  await expect(home).toHaveAttribute('href', '/');
});
