import { ghostExport } from '../api/testing/archives/ghost.ts';
import { violationsOf } from './axe.ts';
import { expect, openAdminPage, signInAsOwner, test } from './site.ts';

test('the owner looks into a Ghost export, brings it in, and takes everything along', {
  tag: '@verify',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await openAdminPage(page, 'Import and export');
  const importing = page.getByRole('region', { name: 'Import articles' });
  const file = importing.getByLabel('Choose a file or drop it here');
  const choose = (name: string, content: string) =>
    file.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });

  await choose('letter.txt', 'Dear site,');
  await expect(importing.getByText('Unknown file type')).toBeVisible();
  await importing.getByRole('button', { name: 'Choose another file' }).click();

  await choose('ghost.json', JSON.stringify(ghostExport(Date.now())));
  await expect(importing.getByRole('heading', { name: 'Ready to import' })).toBeVisible();
  await expect(importing).toContainText('This is a Ghost export with 11 posts.');
  await expect(importing).toContainText('9 new, 0 updated, 0 unchanged, 2 skipped');
  expect(await violationsOf(page)).toEqual([]);
  expect((await page.request.get(`${site.url}/blog/rendered`)).status()).toBe(404);

  // A page that is opened anew finds the import where it was.
  await page.reload();
  await importing.getByText('Skipped', { exact: true }).click();
  await expect(importing.getByRole('listitem').filter({ hasText: 'torn' })).toBeVisible();
  await importing.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(importing.getByRole('heading', { name: 'Done' })).toBeVisible();
  await importing.getByText('With notes', { exact: true }).click();
  const rendered = importing.getByRole('listitem').filter({ hasText: '/blog/rendered' });
  await expect(rendered).toContainText('A bookmark card became a link: https://sqlite.org/');
  // The articles are stored by now; their pages follow.
  await expect
    .poll(async () => (await page.request.get(`${site.url}/blog/rendered`)).status())
    .toBe(200);
  await rendered.getByRole('link', { name: '/blog/rendered' }).click();
  await expect(page.getByRole('heading', { name: 'Rendered', level: 1 })).toBeVisible();

  await page.goto(`${site.url}/admin/import-export`);
  const taking = page.getByRole('region', { name: 'Export everything' });
  await taking.getByRole('button', { name: 'Create export' }).click();
  await expect(taking.getByRole('heading', { name: 'The export is ready' })).toBeVisible();
  const download = page.waitForEvent('download');
  await taking.getByRole('button', { name: /^Download site-/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^site-\d{4}-\d\d-\d\d\.tar\.gz$/);
  await expect(taking.getByRole('button', { name: 'Create export' })).toBeVisible();
});
