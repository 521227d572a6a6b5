import { expect, signInAsOwner, test } from './site.ts';
import { chooseArticleImage, markdownField, writeMarkdown } from './writing.ts';

test('a draft is shared by a link, checked and published all the same', { tag: '@verify' }, async ({
  page,
  site,
  browser,
}) => {
  // Two browsers and a whole article: a busy machine takes its time.
  test.slow();
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.getByLabel('Title', { exact: true }).fill('Read before');
  await page.getByLabel('Subtitle').fill('By a friend');
  await page.getByLabel('Description').fill('What a friend reads before everybody does.');
  await chooseArticleImage(page);
  await writeMarkdown(page, 'A first line.\n\nA [way](/blog/to-nowhere) that leads nowhere.');

  // What is worth a look is counted while one writes, and each finding leads to its line.
  await page.getByRole('button', { name: 'Checks: 1 to review' }).click();
  const checks = page.getByRole('dialog', { name: 'Checks' });
  await expect(checks.getByRole('listitem')).toContainText('This article does not exist.');
  await checks.getByRole('button', { name: 'Line 3' }).click();
  await expect(checks).toBeHidden();
  await expect(markdownField(page)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' Or does it?');
  await expect(markdownField(page)).toContainText('that leads nowhere. Or does it?');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  // Somebody without an account reads the draft, without scripts too.
  await page.getByLabel('Share a preview').selectOption('for 1 day');
  await page.getByRole('button', { name: 'Create link' }).click();
  const open = page.getByRole('list', { name: 'Active links' }).getByRole('listitem');
  await expect(open).toContainText('Not opened yet');
  const link = await open.getByRole('link', { name: 'Open' }).getAttribute('href');
  const elsewhere = await browser.newContext({ javaScriptEnabled: false });
  const friend = await elsewhere.newPage();
  await friend.goto(link ?? '');
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Read before');
  await expect(friend.getByRole('note')).toContainText('This is a draft');
  await expect(friend.getByRole('img', { name: 'One pixel' })).toHaveJSProperty('complete', true);
  await open.getByRole('button', { name: 'Revoke' }).click();
  await expect(open).toHaveCount(0);
  await friend.reload();
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('This link has expired');
  await elsewhere.close();

  // Publishing says it once more, and one more Enter publishes.
  await page.getByRole('button', { name: 'Add Article' }).press('Enter');
  const warning = page.getByRole('dialog', { name: '1 finding to review' });
  await expect(warning.getByRole('button', { name: 'Publish anyway' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Live in \d+ ms/)).toBeVisible();
  await expect(warning).toBeHidden();

  // Saving what readers see by its key is publishing, too.
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(' Another [way](/blog/to-no-place).');
  await page.keyboard.press('ControlOrMeta+s');
  const further = page.getByRole('dialog', { name: '2 findings to review' });
  await expect(further.getByRole('button', { name: 'Publish anyway' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(further).toBeHidden();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(`${site.url}/blog/read-before`)).text())
    .toContain('/blog/to-no-place');
});
