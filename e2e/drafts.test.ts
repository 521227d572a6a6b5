import type { Page } from '@playwright/test';
import { insertTestUser, TEST_PASSWORD } from '../api/testing/factories.ts';
import { withDatabase } from '../api/testing/test-database.ts';
import { violationsOf } from './support/axe.ts';
import {
  expect,
  openReportingPage,
  type Site,
  signInAsOwner,
  signOut,
  test,
  uploadCover,
} from './support/site.ts';
import { pauseRequests } from './support/waits.ts';
import { expectMarkdown, markdownField, writeMarkdown } from './support/writing.ts';

/** Returns the stored text of the article that a page has open. */
const readStored = async (page: Page, { url }: Site) => {
  const id = page.url().split('/').at(-1);
  const response = await page.request.get(`${url}/api/articles/${id}`);
  return (await response.json()).markdown as string;
};
const expectStored = (page: Page, site: Site, markdown: string) =>
  expect.poll(() => readStored(page, site)).toBe(markdown);

// Each test waits for several autosaves, which follow pauses of the author.
test.slow();

const paragraph = (number: number) => `${`Word ${number} `.repeat(50).trim()}.`;
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => paragraph(from + index)).join('\n\n');

test('5,000 words survive a network failure, an expired session and restoring a version', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  // A draft requires a title. Until then, the text is stored only in the browser.
  await writeMarkdown(page, 'Nobody knows its name yet.');
  await expect(page.getByText('Saved in this browser only until you add a title')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('Five thousand words');
  const first = paragraphs(0, 25);
  await writeMarkdown(page, first);
  // Autosave creates the article.
  await page.waitForURL(/\/admin\/blog\/edit\//);
  await expectStored(page, site, first);
  await expect(page.getByText(/^Saved as draft at \d\d:\d\d$/)).toBeVisible();

  // Autosave also stores the settings beside the text.
  const newsletter = async () => {
    const id = page.url().split('/').at(-1);
    const response = await page.request.get(`${site.url}/api/admin/articles/${id}/newsletter`);
    return (await response.json()).newsletter?.state;
  };
  await page.getByLabel('Send to subscribers').check();
  await expect.poll(newsletter).toBe('requested');

  await page.context().setOffline(true);
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(`\n\n${paragraphs(25, 50)}`);
  await expect(page.getByText('Offline: kept in this browser')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  const saveError = page.getByRole('alert').filter({ hasText: 'Not saved. You are offline.' });
  await expect(saveError).toBeVisible();
  await page.context().setOffline(false);
  await expectStored(page, site, paragraphs(0, 50));
  await expect(saveError).toBeHidden();

  await page.context().clearCookies();
  await markdownField(page).focus();
  await page.keyboard.insertText('\n\nAfter the session.');
  const ended = page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
  await expect(ended).toContainText('sign in in a new tab to continue here.');
  const newTab = page.context().waitForEvent('page');
  await ended.getByRole('link', { name: 'sign in in a new tab' }).click();
  const signInPage = await newTab;
  await signInPage.getByLabel('Email').fill('owner@example.org');
  await signInPage.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await signInPage.getByRole('button', { name: 'Submit' }).click();
  await signInPage.waitForURL(`${site.url}/`);
  const fullText = `${paragraphs(0, 50)}\n\nAfter the session.`;
  await expectStored(page, site, fullText);
  await expect(ended).toBeHidden();

  // The first autosave is in the history, also if it comes with a later part, and restoring it can be undone.
  await page.route('**/revisions', async (route) => {
    const { revisions } = await (await route.fetch()).json();
    await route.fulfill({ json: { revisions: revisions.slice(0, 1), more: true } });
  });
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByRole('button', { name: 'Show earlier versions' }).press('Enter');
  await expect(history.getByRole('listitem').nth(1).getByRole('button')).toBeFocused();
  await history.getByRole('navigation').getByRole('button').last().click();
  await expect(
    history.getByText(/would change: 0 words added, [\d,]+ words removed/),
  ).toBeVisible();
  await expect(history.getByRole('deletion').last()).toContainText('After the session.');
  expect(await violationsOf(page)).toEqual([]);
  await history.getByRole('button', { name: 'Restore' }).click();
  await expect(history).toBeHidden();
  await expect.poll(() => readStored(page, site)).not.toContain('After the session');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectStored(page, site, fullText);

  // Only a save changes a published article. Unsaved changes are available on another device.
  const response = await page.request.post(`${site.url}/api/articles`, {
    headers: { origin: site.url },
    data: {
      images: await uploadCover(page, site),
      title: 'Live',
      subtitle: 'And read',
      description: 'By readers.',
      draft: false,
      markdown: 'As readers know it.',
    },
  });
  const { article } = await response.json();
  await page.goto(`${site.url}/admin/blog/edit/${article._id}`);
  await writeMarkdown(page, 'Not for readers yet.');
  await expect(page.getByText(/^Unsaved changes, kept at \d\d:\d\d$/)).toBeVisible();
  expect(await readStored(page, site)).toBe('As readers know it.');
  const otherDevice = await (await browser.newContext()).newPage();
  await signInAsOwner(otherDevice, site);
  await otherDevice.goto(page.url());
  await expectMarkdown(otherDevice, 'As readers know it.');
  await otherDevice.getByRole('button', { name: 'Restore changes' }).click();
  await expectMarkdown(otherDevice, 'Not for readers yet.');
  await otherDevice.context().close();
});

test('a response that the editor does not understand is a failure, and saving goes on', {
  tag: '@topic',
}, async ({ browser, site }) => {
  const { page, reports } = await openReportingPage(browser);
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.route('**/api/articles', (route) => route.fulfill({ json: null }));
  await page.getByLabel('Title', { exact: true }).fill('Not understood');
  await writeMarkdown(page, 'The beginning.');
  await expect(page.getByText(/^Not saved to the server yet.*went wrong here/)).toBeVisible();
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  const save = page.getByRole('button', { name: 'Save To Drafts' });
  await save.click();
  const failure = page.getByRole('alert').filter({ hasText: /^Not saved\. .*went wrong here/ });
  await expect(failure).toBeVisible();
  await expect.poll(() => reports.length).toBeGreaterThan(1);

  const release = await pauseRequests(page, '**/api/articles**');
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await expect(save).toBeFocused();
  await release();
  await page.waitForURL(/\/admin\/blog\/edit\//);
  await writeMarkdown(page, 'The end.');
  await expectStored(page, site, 'The end.');
  await page.context().close();
});

test('two tabs merge their changes, and a crashed tab keeps its text', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await page.getByLabel('Title', { exact: true }).fill('Shared words');
  await writeMarkdown(page, 'The beginning.\n\nThe end.');
  await page.getByRole('button', { name: 'Save To Drafts' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.waitForURL(/\/admin\/blog\/edit\//);
  const articleUrl = page.url();

  // A lost response to an autosave causes no conflict with the next one.
  const failedRequest = page.waitForEvent('requestfailed', {
    predicate: (request) => request.url().endsWith('/autosave'),
  });
  await page.route(
    '**/autosave',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await writeMarkdown(page, 'The beginning of it.\n\nThe end.');
  await failedRequest;
  await writeMarkdown(page, 'The beginning of it all.\n\nThe end.');
  await expectStored(page, site, 'The beginning of it all.\n\nThe end.');
  await writeMarkdown(page, 'The beginning.\n\nThe end.');
  await expectStored(page, site, 'The beginning.\n\nThe end.');

  // Changes in different places are merged automatically.
  const otherTab = await page.context().newPage();
  await otherTab.goto(articleUrl);
  await writeMarkdown(otherTab, 'The beginning.\n\nThe end, of the other tab.');
  await expectStored(otherTab, site, 'The beginning.\n\nThe end, of the other tab.');
  await writeMarkdown(page, 'The beginning, of this tab.\n\nThe end.');
  const mergedText = 'The beginning, of this tab.\n\nThe end, of the other tab.';
  await expectMarkdown(page, mergedText);
  await expectStored(page, site, mergedText);
  await expect(page.getByText('Changes made elsewhere have been merged')).toBeVisible();

  // Conflicting changes are shown side by side.
  await writeMarkdown(otherTab, 'The beginning.\n\nThe end, once more.');
  const otherVersion = 'The beginning, of this tab.\n\nThe end, once more.';
  await expectStored(otherTab, site, otherVersion);
  await writeMarkdown(page, 'The beginning, of this tab.\n\nThe end, at last.');
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: /has been changed in another tab/ });
  const conflict = dialog.getByRole('group', { name: 'Text, place 1 of 1' });
  await expect(conflict).toContainText('The end, at last.');
  await expect(conflict).toContainText('The end, once more.');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use merged version' }).click();
  await expect(dialog.getByText('Still to choose: 1.')).toBeVisible();
  await expect(conflict.getByRole('radio', { name: /^Yours/ })).toBeFocused();
  await conflict.getByRole('radio', { name: /^Both/ }).check();
  await dialog.getByRole('button', { name: 'Use merged version' }).click();
  const merged = 'The beginning, of this tab.\n\nThe end, at last.\nThe end, once more.';
  await expectMarkdown(page, merged);
  await expectStored(page, site, merged);

  // A tab that crashes while it is offline leaves its text in this browser.
  await page.context().setOffline(true);
  await writeMarkdown(page, 'A thought that must not be lost.');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain('A thought that must not be lost.');
  await page.close({ runBeforeUnload: false });
  await otherTab.context().setOffline(false);
  const countEditingSessions = () =>
    otherTab.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name?.startsWith('edit-session')).length;
    });
  await expect.poll(countEditingSessions).toBe(1);
  await otherTab.goto(articleUrl);
  await expectMarkdown(otherTab, merged);
  await otherTab.getByRole('button', { name: 'Restore changes' }).click();
  await expectMarkdown(otherTab, 'A thought that must not be lost.');
  await expectStored(otherTab, site, 'A thought that must not be lost.');
});

test('unsaved text is offered to its author only, not to the next admin of the browser', async ({
  page,
  site,
}) => {
  const email = 'bo@example.org';
  withDatabase(site.dataFolder, (database) => insertTestUser(database, { email, role: 1 }));
  // The question before the page is left.
  page.on('dialog', (dialog) => dialog.accept());
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await writeMarkdown(page, 'For my eyes only.');
  await expect(page.getByText('Saved in this browser only until you add a title')).toBeVisible();
  await page.goto(`${site.url}/about`);
  await signOut(page);

  await page.goto(`${site.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.goto(`${site.url}/admin/blog/new`);
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
  const restore = page.getByRole('button', { name: 'Restore changes' });
  await expect(restore).toHaveCount(0);

  await page.goto(`${site.url}/about`);
  await signOut(page);
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await restore.click();
  await expectMarkdown(page, 'For my eyes only.');
});
