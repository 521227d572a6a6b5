import { expect, openAdminPage, signInAsOwner, test } from './site.ts';

test.describe('with the demo content', () => {
  test.use({ seed: 'demo' });

  test('settings apply at once, also to published pages', { tag: '@verify' }, async ({
    page,
    site,
    request,
    browser,
  }) => {
    const article = `${site.url}/blog/a-page-is-a-file`;
    expect(await (await request.get(article)).text()).toContain('data-meter="2"');
    const headers = { origin: site.url };
    const data = { name: 'Ann', email: 'ann@example.org', message: 'Hello' };
    await request.post(`${site.url}/api/contact`, { data, headers });

    await signInAsOwner(page, site);
    await page.goto(site.url);
    // The menu counts pending items.
    await expect(page.getByRole('banner').locator('summary', { hasText: 'Admin' })).toContainText(
      '1 waiting',
    );
    await openAdminPage(page, 'Settings');
    const save = page.getByRole('button', { name: 'Save' });
    await expect(page.getByText('No changes')).toBeVisible();

    const storyLimit = page.getByLabel('Free stories per month shown in the notice');
    await storyLimit.fill('0');
    await save.click();
    await expect(page.getByText('Enter a whole number from 1 to 100.')).toBeVisible();
    await expect(storyLimit).toBeFocused();
    await expect(storyLimit).toHaveValue('0');
    await storyLimit.fill('7');
    await page.getByLabel('Open registration').uncheck();
    await expect(page.getByText('2 to save')).toBeVisible();
    await save.press('Enter');
    await expect(page.getByText('No changes')).toBeVisible();
    await expect(page.getByText('By default: 2.')).toBeVisible();
    await expect(async () => {
      expect(await (await request.get(article)).text()).toContain('data-meter="7"');
    }).toPass();

    // A rule that would lock out its author is rejected, and the form can be reset.
    await page.getByLabel('Admins need a second factor').check();
    await save.click();
    await expect(
      page.getByText('Please set up a second factor for your account first.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByLabel('Admins need a second factor')).not.toBeChecked();

    const guest = await (await browser.newContext()).newPage();
    await guest.goto(`${site.url}/register`);
    await guest.getByLabel('Name').fill('Ann Example');
    await guest.getByLabel('Email').fill('ann@example.org');
    await guest.getByLabel('Password', { exact: true }).fill('four words make sense');
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest.getByText(/Registration is by invitation only/)).toBeVisible();
  });
});
