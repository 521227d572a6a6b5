import { ghostExport } from '../api/testing/archives/ghost.ts';
import { violationsOf } from './support/axe.ts';
import { expect, openAdminPage, signInAsOwner, test } from './support/site.ts';

test('the owner checks and imports a Ghost export, and exports everything', {
  tag: '@verify',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await openAdminPage(page, 'Import and export');
  const importRegion = page.getByRole('region', { name: 'Import articles' });
  const file = importRegion.getByLabel('Choose a file or drop it here');
  const choose = (name: string, content: string) =>
    file.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });

  await choose('letter.txt', 'Dear site,');
  await expect(importRegion.getByText('Unknown file type')).toBeVisible();
  await importRegion.getByRole('button', { name: 'Choose another file' }).click();

  await choose('ghost.json', JSON.stringify(ghostExport(Date.now())));
  await expect(importRegion.getByRole('heading', { name: 'Ready to import' })).toBeVisible();
  await expect(importRegion).toContainText('This is a Ghost export with 11 posts.');
  await expect(importRegion).toContainText('9 new, 0 updated, 0 unchanged, 2 skipped');
  expect(await violationsOf(page)).toEqual([]);
  expect((await page.request.get(`${site.url}/blog/rendered`)).status()).toBe(404);

  // Reloading the page restores the import and the filter of its posts.
  await page.reload();
  await importRegion.getByText('Skipped', { exact: true }).click();
  await page.reload();
  await expect(importRegion.getByRole('listitem').filter({ hasText: 'torn' })).toBeVisible();
  await importRegion.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(importRegion.getByRole('heading', { name: 'Done' })).toBeVisible();
  await importRegion.getByText('With notes', { exact: true }).click();
  const rendered = importRegion.getByRole('listitem').filter({ hasText: '/blog/rendered' });
  await expect(rendered).toContainText('A bookmark card became a link: https://sqlite.org/');
  // The articles are stored; their pages are published afterwards.
  await expect
    .poll(async () => (await page.request.get(`${site.url}/blog/rendered`)).status())
    .toBe(200);
  await rendered.getByRole('link', { name: '/blog/rendered' }).click();
  await expect(page.getByRole('heading', { name: 'Rendered', level: 1 })).toBeVisible();

  await page.goto(`${site.url}/admin/import-export`);
  const exportRegion = page.getByRole('region', { name: 'Export everything' });
  // A lost response does not end the export.
  await page.route('**/api/admin/exports/*', (route) => route.abort(), { times: 1 });
  await exportRegion.getByRole('button', { name: 'Create export' }).click();
  await expect(exportRegion.getByRole('heading', { name: 'The export is ready' })).toBeVisible();
  const download = page.waitForEvent('download');
  await exportRegion.getByRole('button', { name: /^Download site-/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^site-\d{4}-\d\d-\d\d\.tar\.gz$/);
  await expect(exportRegion.getByRole('button', { name: 'Create export' })).toBeVisible();
});
