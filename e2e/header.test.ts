import type { Page } from '@playwright/test';
import { expect, readOnlyTest as test } from './site.ts';
import { headerFaults, shownName } from './text-fits.ts';

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

/** Opens a page of a site whose owner has another name. */
async function openAs(page: Page, name: string, path: string): Promise<void> {
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
  test(`the header is one line with the name ${name} at every width`, { tag: '@verify' }, async ({
    page,
  }) => {
    await openAs(page, name, '/login');
    const faults: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const fault of await headerFaults(page)) faults.push(`${width} px: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
}

test('the header shows the whole name on a phone', async ({ page }) => {
  await openAs(page, 'Maren Halvard', '/about');
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: HEIGHT });
    expect(await shownName(page), `${width} px`).toBe('Maren Halvard');
  }
});

test('the header shows the short name where the whole one does not fit', async ({ page }) => {
  await openAs(page, 'Maximiliane Schneider-Hollweg', '/about');
  await page.setViewportSize({ width: 390, height: HEIGHT });
  expect(await shownName(page)).toBe('Maximiliane');
  await page.setViewportSize({ width: 768, height: HEIGHT });
  expect(await shownName(page)).toBe('Maximiliane Schneider-Hollweg');
  // Its link keeps the whole name for screen readers.
  await page.setViewportSize({ width: 320, height: HEIGHT });
  const home = page
    .getByRole('banner')
    .getByRole('link', { name: 'Maximiliane Schneider-Hollweg' });
  await expect(home).toHaveAttribute('href', '/');
});
