import { violationsOf } from './support/axe.ts';
import { expect, signInAsOwner, test } from './support/site.ts';

const warning = /All visitors share one rate limit/;

test.describe('behind an untrusted https proxy', () => {
  // Browsers store secure cookies of localhost without https.
  test.use({ environment: { SITE_URL: 'https://example.org' } });

  test('every admin page shows the warning, and guests do not see it', {
    tag: '@verify',
  }, async ({ page, site }) => {
    await page.goto(`${site.url}/admin/settings`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(warning)).toHaveCount(0);
    await signInAsOwner(page, site);
    for (const path of ['/admin/settings', '/admin/users', '/admin/blog/new']) {
      await page.goto(`${site.url}${path}`);
      await expect(page.getByText(warning)).toBeVisible();
    }
    expect(await violationsOf(page)).toEqual([]);
  });
});

test('an admin page of a site without a proxy shows no warning', async ({ page, site }) => {
  await signInAsOwner(page, site);
  const response = page.waitForResponse(`${site.url}/api/admin/warnings`);
  await page.goto(`${site.url}/admin/settings`);
  await response;
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByText(warning)).toHaveCount(0);
});
