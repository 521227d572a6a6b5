import { expect, openAdminPage, signInAsOwner, signOut, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

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
    // The button at the bottom does not cover a rejected field of a small screen.
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 360, height: 720 });
    const requestLimit = page.getByLabel('AI helper requests per day');
    await requestLimit.fill('-5');
    await requestLimit.evaluate(() => scrollTo(0, 0));
    await save.click();
    await expect(requestLimit).toBeFocused();
    const error = page.getByText('Enter a whole number from 0 to 10000.');
    const bottomOf = async () => {
      const [box, bar] = [await error.boundingBox(), await save.boundingBox()];
      return (bar?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
    };
    await expect.poll(bottomOf).toBeGreaterThan(0);
    await requestLimit.fill('100');
    await page.setViewportSize(size);
    await page.getByLabel('Open registration').uncheck();
    await expect(page.getByText('2 to save')).toBeVisible();
    const releaseSave = await pauseRequests(page, '**/api/admin/settings');
    await save.press('Enter');
    await expect(save).toHaveAttribute('aria-busy', 'true');
    await requestLimit.fill('99');
    await releaseSave();
    await expect(page.getByText('1 to save')).toBeVisible();
    await expect(requestLimit).toHaveValue('99');
    await page.getByRole('button', { name: 'Discard changes' }).click();
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

    // Unsaved settings survive a sign-out in another tab, and the page asks before it is left.
    await page.getByLabel('Admins need a second factor').click();
    await expect(page.getByText('1 to save')).toBeVisible();
    const otherTab = await page.context().newPage();
    await otherTab.goto(`${site.url}/about`);
    await signOut(otherTab);
    await expect(page.locator('html')).not.toHaveAttribute('data-session');
    await expect(page.getByText('1 to save')).toBeVisible();
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await question).type()).toBe('beforeunload');
    await (await question).accept();

    const guest = await (await browser.newContext()).newPage();
    await guest.goto(`${site.url}/register`);
    await guest.getByLabel('Name').fill('Ann Example');
    await guest.getByLabel('Email').fill('ann@example.org');
    await guest.getByLabel('Password', { exact: true }).fill('four words make sense');
    await guest.getByRole('button', { name: 'Submit' }).click();
    await expect(guest.getByText(/Registration is by invitation only/)).toBeVisible();
  });
});
