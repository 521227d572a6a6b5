import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type Site, signInAsOwner, test } from './site.ts';

test.use({ seed: 'demo' });

const publicPages = [
  '/',
  '/blog',
  '/blog/page/1',
  '/blog/how-sqlite-keeps-a-promise',
  '/blog/a-page-is-a-file',
  '/blog/passwoerter-hashen-2026',
  '/blog/the-important-reversal',
  '/tag/javascript',
  '/series/plain-values',
  '/project',
  '/project/1',
  '/about',
  '/contact',
  '/tools',
  '/resume',
  '/subscribe',
  '/subscribe/confirm',
  '/unsubscribe',
  '/login',
  '/register',
  '/no/such/page',
];
const adminPages = ['/', '/admin/messages', '/admin/subscribers', '/admin/blog/new'];

async function violationsOf(page: Page, address: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${address}: ${violation.id} at ${node.target.join(' ')}`),
  );
}

async function check(page: Page, site: Site, addresses: string[]): Promise<void> {
  const found: string[] = [];
  for (const address of addresses) {
    await page.goto(site.url + address);
    await page.waitForLoadState('networkidle');
    found.push(...(await violationsOf(page, address)));
  }
  expect(found).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`${colorScheme} at ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });

      test('no page breaks a rule of axe', async ({ page, site }) => {
        test.setTimeout(180_000);
        await check(page, site, publicPages);
        await signInAsOwner(page, site);
        await check(page, site, adminPages);
      });
    });
  }
}

test('no page scrolls sideways at 320 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const address of publicPages) {
    await page.goto(site.url + address);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, address).toBeLessThanOrEqual(0);
  }
});

test('the keyboard reaches the text first, then every link', async ({ page, site }) => {
  await page.goto(`${site.url}/blog`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inMain = await page.evaluate(() =>
    document.querySelector('main')?.contains(document.activeElement),
  );
  expect(inMain).toBe(true);
});
