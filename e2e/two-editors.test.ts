import { expect, signInAsOwner, test } from './site.ts';
import { expectMarkdown, writeMarkdown } from './writing.ts';

test('the second of two saves shows both versions and loses neither', async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.getByLabel('Title', { exact: true }).fill('Shared words');
  await writeMarkdown(page, 'The beginning.');
  await page.getByRole('button', { name: 'Save To Drafts' }).click();
  await page.waitForURL(/\/admin\/blog\/edit\//);

  const other = await page.context().newPage();
  await other.goto(page.url());
  await writeMarkdown(other, 'What the other tab wrote.');
  await other.getByRole('button', { name: 'Save To Drafts' }).click();
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();

  await writeMarkdown(page, 'What this tab wrote.');
  await page.getByRole('button', { name: 'Save To Drafts' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('What the other tab wrote.');
  await expect(dialog).toContainText('What this tab wrote.');
  await dialog.getByRole('button', { name: /mine/i }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expectMarkdown(page, 'What this tab wrote.');
});

test('what was typed is there again after a crash of the tab', async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.getByLabel('Title', { exact: true }).fill('Not saved yet');
  await writeMarkdown(page, 'A thought that must not be lost.');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain('A thought that must not be lost.');
  const again = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await again.goto(`${site.url}/admin/blog/new`);
  await again.getByRole('button', { name: 'Bring them back' }).click();
  await expectMarkdown(again, 'A thought that must not be lost.');
});
