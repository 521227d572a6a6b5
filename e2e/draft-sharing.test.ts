import { expect, signInAsOwner, test } from './support/site.ts';
import { focusAtOpening } from './support/waits.ts';
import { chooseArticleImage, markdownField, writeMarkdown } from './support/writing.ts';

test('a draft is shared by a link, checked, and published despite findings', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  // The test uses two browsers and a whole article, which takes longer on a busy machine.
  test.slow();
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.getByLabel('Title', { exact: true }).fill('Read before');
  await page.getByLabel('Subtitle').fill('By a friend');
  await page.getByLabel('Description').fill('What a friend reads before everybody does.');
  await chooseArticleImage(page);
  await writeMarkdown(page, 'A first line.\n\nA [way](/blog/to-nowhere) that leads nowhere.');

  // The number of findings updates while writing, and each finding links to its line.
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

  // A reader without an account and without JavaScript opens the draft.
  await page.getByLabel('Share a preview').selectOption('for 1 day');
  await page.getByRole('button', { name: 'Create link' }).click();
  const activeLinks = page.getByRole('list', { name: 'Active links' }).getByRole('listitem');
  await expect(activeLinks).toContainText('Not opened yet');
  const link = await activeLinks.getByRole('link', { name: 'Open' }).getAttribute('href');
  const otherContext = await browser.newContext({ javaScriptEnabled: false });
  const friend = await otherContext.newPage();
  await friend.goto(link ?? '');
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Read before');
  await expect(friend.getByRole('note')).toContainText('This is a draft');
  await expect(friend.getByRole('img', { name: 'One pixel' })).toHaveJSProperty('complete', true);
  await activeLinks.getByRole('button', { name: 'Revoke' }).click();
  await expect(activeLinks).toHaveCount(0);
  await friend.reload();
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('This link has expired');
  await otherContext.close();

  // Publishing shows the findings again, and another Enter publishes anyway.
  const focused = focusAtOpening(page, '.publish-dialog');
  await page.getByRole('button', { name: 'Add Article' }).press('Enter');
  expect(await focused).toBe('Publish anyway');
  const warning = page.getByRole('dialog', { name: '1 finding to review' });
  await expect(warning.getByRole('button', { name: 'Publish anyway' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Live in \d+ ms/)).toBeVisible();
  await expect(warning).toBeHidden();

  // Saving a published article by its shortcut publishes, too.
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(' Another [way](/blog/to-no-place).');
  await page.keyboard.press('ControlOrMeta+s');
  const secondWarning = page.getByRole('dialog', { name: '2 findings to review' });
  await expect(secondWarning.getByRole('button', { name: 'Publish anyway' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(secondWarning).toBeHidden();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(`${site.url}/blog/read-before`)).text())
    .toContain('/blog/to-no-place');
});
