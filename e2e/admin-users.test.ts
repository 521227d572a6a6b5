import { emailsIn, tokenIn } from '../api/testing/emails.ts';
import { violationsOf } from './support/axe.ts';
import { expect, openAdminPage, signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

test('an admin invites, promotes, suspends and deletes a user, and the audit log records it', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await signInAsOwner(page, site);
  await openAdminPage(page, 'Users');
  await expect(page.getByText('1 user, 1 admin in total')).toBeVisible();
  for (const name of [
    'Avatar',
    'First Name',
    'Last Name',
    'Email ID',
    'Account Type',
    'Anniversary',
    'Member Since',
    'Actions',
  ]) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }

  await page.getByRole('button', { name: 'Add User' }).click();
  const addDialog = page.getByRole('dialog', { name: 'Add User' });
  await addDialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(addDialog.getByText(/^Name only accepts string characters/)).toBeVisible();
  await expect(addDialog.getByLabel('Name')).toBeFocused();
  await addDialog.getByLabel('Name').fill('Ann Middle Example');
  await addDialog.getByLabel('Email').fill('owner@example.org');
  await addDialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(addDialog.getByText('An account with this email already exists.')).toBeVisible();
  await expect(addDialog.getByLabel('Name')).toHaveValue('Ann Middle Example');
  expect(await violationsOf(page)).toEqual([]);
  await addDialog.getByLabel('Email').fill('ann@example.org');
  // The response to a dialog that was closed leaves the next one open.
  const releaseInvitation = await pauseRequests(page, '**/api/admin/users');
  await addDialog.getByLabel('Email').press('Enter');
  await expect(addDialog.getByRole('button', { name: 'Send invitation' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add User' }).click();
  await addDialog.getByLabel('Name').fill('Ben Example');
  await releaseInvitation();
  await expect(page.getByText('Invitation sent to ann@example.org.')).toBeVisible();
  await expect(addDialog.getByLabel('Name')).toHaveValue('Ben Example');
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: 'ann@example.org' });
  await expect(row.getByText('Invited')).toBeVisible();
  await expect(row.getByRole('rowheader')).toHaveText('Ann Middle');

  let token = '';
  await expect(async () => {
    token = tokenIn((await emailsIn(site.dataFolder)).at(-1) ?? { text: '' });
    expect(token).not.toBe('');
  }).toPass();
  const userPage = await (await browser.newContext()).newPage();
  await userPage.goto(`${site.url}/invitation#token=${token}`);
  await userPage.getByLabel('Password', { exact: true }).fill('four words make sense');
  await userPage.getByRole('button', { name: 'Activate account' }).click();
  await expect(userPage.getByText('Welcome. Your password is set')).toBeFocused();
  const signIn = async () => {
    await userPage.goto(`${site.url}/login`);
    await userPage.getByLabel('Email').fill('ann@example.org');
    await userPage.getByLabel('Password', { exact: true }).fill('four words make sense');
    await userPage.getByRole('button', { name: 'Submit' }).click();
  };
  await signIn();
  await userPage.waitForURL(`${site.url}/`);
  await userPage.goto(`${site.url}/admin/users`);
  await expect(userPage.getByRole('heading', { name: 'Error 404' })).toBeVisible();

  // Finds the user by a part of the name and promotes them by keyboard.
  await page.getByRole('searchbox', { name: 'Search' }).fill('owner@');
  await expect(row).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search' }).fill('middle ex');
  await expect(row.getByText('Invited')).toBeHidden();
  await row.getByRole('button', { name: 'Edit' }).press('Enter');
  const editDialog = page.getByRole('dialog', { name: 'Ann Middle Example' });
  await editDialog.getByRole('radio', { name: /^Basic/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(row.getByText('Admin', { exact: true })).toBeVisible();
  await userPage.reload();
  await expect(userPage.getByText('Your session has ended.')).toBeVisible();
  await signIn();
  await userPage.waitForURL(`${site.url}/`);
  await userPage.goto(`${site.url}/admin/users`);
  await expect(userPage.getByRole('heading', { name: 'User Management' })).toBeVisible();

  await row.getByRole('button', { name: 'Edit' }).click();
  await editDialog.getByRole('checkbox', { name: /^Suspended/ }).check();
  expect(await violationsOf(page)).toEqual([]);
  await editDialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Suspended')).toBeVisible();
  await signIn();
  await expect(userPage.getByText('This account is suspended.')).toBeVisible();

  await row.getByRole('button', { name: 'Delete' }).click();
  const deleteDialog = page.getByRole('dialog', { name: 'Delete Ann Middle Example?' });
  await expect(deleteDialog.getByRole('radio', { name: /^Keep them/ })).toBeChecked();
  await deleteDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(deleteDialog).toHaveCount(0);
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  await deleteDialog.getByRole('radio', { name: /^Delete them too/ }).check();
  await deleteDialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No users here' })).toBeVisible();

  await openAdminPage(page, 'Audit log');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries).toHaveCount(4);
  await expect(entries.first()).toContainText('Deleted an account');
  await expect(entries.nth(1)).toContainText('state: active → suspended');
  await expect(entries.nth(2)).toContainText('role: Basic → Admin');
  // The audit log looks up names, so the name of a deleted user disappears.
  await expect(page.getByRole('main')).not.toContainText('Ann Middle');
  await page.getByLabel('Action').selectOption('Invited a user');
  await expect(entries).toHaveCount(1);
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(entries).toHaveCount(4);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
});
