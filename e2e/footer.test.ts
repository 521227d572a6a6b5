import { expect, signInAsOwner, test } from './support/site.ts';

test.use({ seed: 'demo', hasOwner: true });

test('the footer marks sample content for everyone and tells only the owner how to replace it', async ({
  page,
  site,
}) => {
  const footer = page.getByRole('contentinfo');
  const advice = footer.getByText('Replace profile/profile.json in CONTENT_DIR');
  await page.goto(site.url);
  await expect(footer).toContainText('Sample content.');
  await expect(advice).toBeHidden();
  await signInAsOwner(page, site);
  await page.goto(site.url);
  await expect(advice).toBeVisible();
});
