import type { Page } from '@playwright/test';
import { violationsOf } from './axe.ts';
import { expect, type Site, signInAsOwner, test, uploadCover } from './site.ts';
import { expectMarkdown, markdownField, writeMarkdown } from './writing.ts';

/** What the server holds of the article that a page has open. */
const stored = async (page: Page, { url }: Site) => {
  const id = page.url().split('/').at(-1);
  const answer = await page.request.get(`${url}/api/articles/${id}`);
  return (await answer.json()).markdown as string;
};
const expectStored = (page: Page, site: Site, markdown: string) =>
  expect.poll(() => stored(page, site)).toBe(markdown);

// Each waits for several pauses of the author, after which it is saved.
test.slow();

const paragraph = (number: number) => `${`Word ${number} `.repeat(50).trim()}.`;
const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => paragraph(from + index)).join('\n\n');

test('5,000 words stay through a cut network, an ended session and an older version', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  // A draft needs a title: until there is one, it says where the text is.
  await writeMarkdown(page, 'Nobody knows its name yet.');
  await expect(page.getByText('Saved in this browser only until you add a title')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('Five thousand words');
  const first = words(0, 25);
  await writeMarkdown(page, first);
  // Nobody has saved it by hand.
  await page.waitForURL(/\/admin\/blog\/edit\//);
  await expectStored(page, site, first);
  await expect(page.getByText(/^Saved as draft at \d\d:\d\d$/)).toBeVisible();

  // So is what is chosen beside the text.
  const newsletter = async () => {
    const id = page.url().split('/').at(-1);
    const answer = await page.request.get(`${site.url}/api/admin/articles/${id}/newsletter`);
    return (await answer.json()).newsletter?.state;
  };
  await page.getByLabel('Send to subscribers').check();
  await expect.poll(newsletter).toBe('wished');

  await page.context().setOffline(true);
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(`\n\n${words(25, 50)}`);
  await expect(page.getByText('Offline: kept in this browser')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  const refused = page.getByRole('alert').filter({ hasText: 'Not saved. You are offline.' });
  await expect(refused).toBeVisible();
  await page.context().setOffline(false);
  await expectStored(page, site, words(0, 50));
  await expect(refused).toBeHidden();

  await page.context().clearCookies();
  await markdownField(page).focus();
  await page.keyboard.insertText('\n\nAfter the session.');
  const ended = page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
  const opened = page.context().waitForEvent('page');
  await ended.getByRole('link', { name: 'sign in in a new tab' }).click();
  const door = await opened;
  await door.getByLabel('Email').fill('owner@example.org');
  await door.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await door.getByRole('button', { name: 'Submit' }).click();
  await door.waitForURL(`${site.url}/`);
  const whole = `${words(0, 50)}\n\nAfter the session.`;
  await expectStored(page, site, whole);
  await expect(ended).toBeHidden();

  // The first save by itself is still there; restoring it can be taken back.
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByRole('navigation').getByRole('button').last().click();
  await expect(
    history.getByText(/would change: 0 words added, [\d,]+ words removed/),
  ).toBeVisible();
  await expect(history.getByRole('deletion').last()).toContainText('After the session.');
  expect(await violationsOf(page)).toEqual([]);
  await history.getByRole('button', { name: 'Restore' }).click();
  await expect(history).toBeHidden();
  await expect.poll(() => stored(page, site)).not.toContain('After the session');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectStored(page, site, whole);

  // What readers see changes with a save alone; unsaved work is there on another device.
  const answer = await page.request.post(`${site.url}/api/articles`, {
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
  const { article } = await answer.json();
  await page.goto(`${site.url}/admin/blog/edit/${article._id}`);
  await writeMarkdown(page, 'Not for readers yet.');
  await expect(page.getByText(/^Unsaved changes, kept at \d\d:\d\d$/)).toBeVisible();
  expect(await stored(page, site)).toBe('As readers know it.');
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAsOwner(elsewhere, site);
  await elsewhere.goto(page.url());
  await expectMarkdown(elsewhere, 'As readers know it.');
  await elsewhere.getByRole('button', { name: 'Restore changes' }).click();
  await expectMarkdown(elsewhere, 'Not for readers yet.');
  await elsewhere.context().close();
});

test('two tabs lose nothing, and neither does one that crashes', { tag: '@verify' }, async ({
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
  const address = page.url();

  // What arrived, but whose answer was lost, is no change of somebody else.
  const lost = page.waitForEvent('requestfailed', {
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
  await lost;
  await writeMarkdown(page, 'The beginning of it all.\n\nThe end.');
  await expectStored(page, site, 'The beginning of it all.\n\nThe end.');
  await writeMarkdown(page, 'The beginning.\n\nThe end.');
  await expectStored(page, site, 'The beginning.\n\nThe end.');

  // Changes in different places come together by themselves.
  const other = await page.context().newPage();
  await other.goto(address);
  await writeMarkdown(other, 'The beginning.\n\nThe end, of the other tab.');
  await expectStored(other, site, 'The beginning.\n\nThe end, of the other tab.');
  await writeMarkdown(page, 'The beginning, of this tab.\n\nThe end.');
  const both = 'The beginning, of this tab.\n\nThe end, of the other tab.';
  await expectMarkdown(page, both);
  await expectStored(page, site, both);
  await expect(page.getByText('Changes made elsewhere have been merged')).toBeVisible();

  // Changes of the same words are shown side by side.
  await writeMarkdown(other, 'The beginning.\n\nThe end, once more.');
  const theirs = 'The beginning, of this tab.\n\nThe end, once more.';
  await expectStored(other, site, theirs);
  await writeMarkdown(page, 'The beginning, of this tab.\n\nThe end, at last.');
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: /has been changed in another tab/ });
  const place = dialog.getByRole('group', { name: 'Text, place 1 of 1' });
  await expect(place).toContainText('The end, at last.');
  await expect(place).toContainText('The end, once more.');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use merged version' }).click();
  await expect(dialog.getByText('Still to choose: 1.')).toBeVisible();
  await expect(place.getByRole('radio', { name: /^Yours/ })).toBeFocused();
  await place.getByRole('radio', { name: /^Both/ }).check();
  await dialog.getByRole('button', { name: 'Use merged version' }).click();
  const merged = 'The beginning, of this tab.\n\nThe end, at last.\nThe end, once more.';
  await expectMarkdown(page, merged);
  await expectStored(page, site, merged);

  // A tab that crashes before anything could be sent leaves its text in this browser.
  await page.context().setOffline(true);
  await writeMarkdown(page, 'A thought that must not be lost.');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain('A thought that must not be lost.');
  await page.close({ runBeforeUnload: false });
  await other.context().setOffline(false);
  const sittings = () =>
    other.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name?.startsWith('editor-sitting')).length;
    });
  await expect.poll(sittings).toBe(1);
  await other.goto(address);
  await expectMarkdown(other, merged);
  await other.getByRole('button', { name: 'Restore changes' }).click();
  await expectMarkdown(other, 'A thought that must not be lost.');
  await expectStored(other, site, 'A thought that must not be lost.');
});
