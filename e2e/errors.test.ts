import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';

test.use({ seed: 'demo' });

const closest = (page: Page) => page.getByRole('navigation', { name: 'Pages to go on with' });

test('a wrong address says so, and offers the page that was meant', async ({ page, site }) => {
  for (const [asked, meant] of [
    ['/blogg', '/blog'],
    ['/abuot', '/about'],
    ['/projects/1', '/project/1'],
    ['/tag/javscript', '/tag/javascript'],
    ['/series/plain-valeus', '/series/plain-values'],
    ['/blog/how-sqlite-keeps-a-promis', '/blog/how-sqlite-keeps-a-promise'],
    ['/admin/nothing', null],
  ] as const) {
    const answer = await page.goto(site.url + asked);
    expect([asked, answer?.status()]).toEqual([asked, 404]);
    expect(answer?.headers()['cache-control']).toBe('no-cache');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error 404');
    await expect(page.getByRole('link', { name: 'Go Back Home' })).toHaveAttribute('href', '/');
    if (meant === null) continue;
    await expect(closest(page).getByText('Perhaps one of these')).toBeVisible();
    await expect(closest(page).getByRole('link').first()).toHaveAttribute('href', meant);
    expect(await closest(page).getByRole('link').count()).toBe(5);
  }
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Search the site' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('what a guest may not see offers the same as what is not there', async ({ page, site }) => {
  await page.goto(`${site.url}/admin/messages`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error 404');
  await expect(closest(page).getByRole('link')).toHaveCount(5);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a wrong address leads on to the main entrances', async ({ page, site }) => {
    await page.goto(`${site.url}/abuot`);
    await expect(page.getByRole('button', { name: 'Search the site' })).toBeHidden();
    for (const path of ['/', '/blog', '/project', '/about', '/contact']) {
      await expect(closest(page).locator(`a[href="${path}"]`)).toBeVisible();
    }
  });
});
