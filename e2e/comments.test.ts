import type { Browser, Page } from '@playwright/test';
import { commentMessages } from '#contracts/comment-limits.ts';
import { plantComments } from '../api/testing/comments.ts';
import { violationsOf } from './support/axe.ts';
import {
  articlePath,
  commentField,
  commentPanel,
  commentWith,
  openComments,
  panelButton,
  submitButton,
  writeComment,
} from './support/comment-panel.ts';
import {
  collectPageErrors,
  expect,
  openAdminPage,
  registerMember,
  type Site,
  signInAsOwner,
  test,
} from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

test.use({ seed: 'demo' });

const queuedComment = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text });

/** Opens another browser context. */
async function openBrowser(browser: Browser, site: Site, options = {}) {
  // axe must not check colours in the middle of a theme transition.
  const defaults = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...defaults, ...options });
  const problems = collectPageErrors(context, site.url);
  const page = await context.newPage();
  return { page, problems, close: () => context.close() };
}

test('a comment of a guest is held for the owner, then appears to every reader and in the published page', async ({
  page,
  site,
  browser,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await openComments(page, site);
  await expect(commentPanel(page).getByText('No Comments')).toBeVisible();
  await submitButton(page).click();
  await expect(commentPanel(page).getByText('Please write something first.')).toBeVisible();
  await expect(commentField(page)).toBeFocused();
  await commentField(page).fill('Kept in the browser');
  // The URL keeps the panel open, and the browser keeps the draft.
  await page.reload();
  await expect(commentField(page)).toHaveValue('Kept in the browser');
  await expect(commentPanel(page).getByText('as Anonymous')).toBeVisible();
  await expect(commentPanel(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/login?next=${articlePath}%23responses`,
  );

  const reader = await openBrowser(browser, site);
  await openComments(reader.page, site);

  await writeComment(page, 'A *fine* file, with `code` and <b>no markup</b>');
  const guestComment = commentWith(page, 'A fine file');
  await expect(guestComment.getByText(/only you can see/i)).toBeVisible();
  await expect(guestComment.locator('em')).toHaveText('fine');
  await expect(guestComment.locator('code')).toHaveText('code');
  await expect(guestComment).toContainText('<b>no markup</b>');
  await expect(commentField(page)).toHaveValue('');

  const owner = await openBrowser(browser, site);
  await signInAsOwner(owner.page, site);
  await openAdminPage(owner.page, 'Comments 1 waiting');
  const row = queuedComment(owner.page, 'A fine file');
  await expect(row.getByRole('heading', { name: 'Anonymous' })).toBeVisible();
  await expect(row.getByRole('link', { name: 'A page is a file' })).toBeVisible();
  await expect(commentWith(reader.page, 'A fine file')).toHaveCount(0);
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(
    owner.page.getByRole('heading', { name: 'No comments awaiting moderation' }),
  ).toBeVisible();

  // Both browsers update without a reload.
  await expect(commentWith(reader.page, 'A fine file')).toBeVisible();
  await expect(commentPanel(reader.page)).toHaveAccessibleName('Responses (1)');
  await expect(panelButton(reader.page)).toContainText('(1)');
  await expect(guestComment.getByText(/only you can see/i)).toBeHidden();

  const isPublished = async () =>
    (await (await request.get(site.url + articlePath)).text()).includes('<em>fine</em>');
  await expect.poll(isPublished).toBe(true);
  const withoutScripts = await openBrowser(browser, site, { javaScriptEnabled: false });
  await withoutScripts.page.goto(site.url + articlePath);
  await withoutScripts.page.getByRole('link', { name: 'Responses (1)' }).click();
  await expect(withoutScripts.page.getByText('A fine file')).toBeInViewport();

  expect(await violationsOf(reader.page)).toEqual([]);

  // Undoing the approval removes the comment for the other reader, too.
  await owner.page.getByRole('button', { name: 'Undo' }).click();
  await expect(queuedComment(owner.page, 'A fine file')).toBeVisible();
  expect(await violationsOf(owner.page)).toEqual([]);
  await expect(commentWith(reader.page, 'A fine file')).toHaveCount(0);
  for (const { problems, close } of [reader, owner, withoutScripts]) {
    expect(problems).toEqual([]);
    await close();
  }
});

test('members comment, reply, like, edit and delete, and other readers see each change', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  test.slow();
  // Signing in while writing returns to the draft.
  const owner = await openBrowser(browser, site);
  await openComments(owner.page, site);
  await commentField(owner.page).fill('What do you keep in files?');
  await commentPanel(owner.page).getByRole('link', { name: 'Sign in' }).click();
  await owner.page.getByLabel('Email').fill('owner@example.org');
  await owner.page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await owner.page.getByRole('button', { name: 'Submit' }).click();
  await expect(commentPanel(owner.page).getByText('as Maren Halvard')).toBeVisible();
  await expect(commentField(owner.page)).toHaveValue('What do you keep in files?');
  await submitButton(owner.page).click();
  const ownComment = commentWith(owner.page, 'What do you keep');
  await expect(ownComment.getByRole('button', { name: /^Edit/ })).toContainText('min left');

  await registerMember(page, site, 'Bob');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openComments(page, site);
  const question = commentWith(page, 'What do you keep');
  await expect(question.getByText('Author', { exact: true })).toBeVisible();
  await expect(question.getByText('less than an hour ago')).toBeVisible();
  const like = question.getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName('Like, 1 like');
  // The page shows the like before the API has confirmed it.
  await expect(like).not.toHaveAttribute('aria-busy');
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await like.click();
  await expect(like).toHaveAccessibleName('Like, 0 likes');

  await question.getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: /^Report the comment/ });
  await report.getByRole('button', { name: 'Report' }).click();
  await expect(report.getByText('Please choose a reason.')).toBeVisible();
  await report.getByLabel('Something else').check();
  await report.getByRole('button', { name: 'Report' }).click();
  await expect(report).toBeHidden();
  // It could appear over the next button during the press.
  await expect(page.getByText('A moderator will review it.')).toBeVisible();

  // The first comment of a member is held, too. A reply appears below its comment.
  await question.getByRole('button', { name: 'Reply' }).click();
  await commentPanel(page)
    .getByRole('textbox', { name: 'Reply to Maren Halvard' })
    .fill('Everything');
  await page.keyboard.press('Control+Enter');
  const reply = commentWith(page, 'Everything');
  await expect(reply.getByText(/only you can see/i)).toBeVisible();

  // With an expired access token, a member still sees and writes their own comments.
  const expireAccessToken = () => page.context().clearCookies({ name: /access/ });
  await expireAccessToken();
  await page.reload();
  await expect(reply.getByText(/only you can see/i)).toBeVisible();
  await expireAccessToken();
  await writeComment(page, 'After a long pause');
  const laterComment = commentWith(page, 'After a long pause');
  await expect(laterComment.getByText(/only you can see/i)).toBeVisible();
  await expect(laterComment.getByRole('link', { name: 'Bob', exact: true })).toBeVisible();

  // The author sees the decision of a moderator; other readers no longer see the comment.
  const id = await reply.locator('..').getAttribute('data-comment');
  const decide = async (decision: string, reason = '') => {
    const response = await owner.page.request.post(`${site.url}/api/admin/comments/decide`, {
      data: { ids: [id], decision, reason },
      headers: { origin: site.url },
    });
    expect(response.status()).toBe(200);
  };
  await decide('approve');
  await expect(reply.getByText(/only you can see/i)).toBeHidden();
  await expect(commentWith(owner.page, 'Everything')).toBeVisible();
  await decide('reject', 'Too short.');
  await expect(reply.getByText('Not published. Too short. Only you can see this.')).toBeVisible();
  await expect(commentWith(owner.page, 'Everything')).toHaveCount(0);

  await ownComment.getByRole('button', { name: /^Edit/ }).click();
  const editField = ownComment.locator('..').getByRole('textbox', { name: 'Your comment' });
  await expect(editField).toHaveValue('What do you keep in files?');
  await editField.fill('What do you keep in plain files?');
  await ownComment.locator('..').getByRole('button', { name: 'Save' }).click();
  await expect(ownComment.getByText('edited')).toBeVisible();
  await expect(commentWith(page, 'in plain files?')).toBeVisible();

  await ownComment.getByRole('button', { name: 'Delete' }).click();
  const confirmation = owner.page.getByRole('dialog', { name: 'Delete your comment?' });
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(ownComment).toBeVisible();
  await ownComment.getByRole('button', { name: 'Delete' }).click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(ownComment).toHaveCount(0);
  await expect(commentWith(page, 'in plain files?')).toHaveCount(0);

  // When the session has ended, the comment is not sent under another name, and the draft stays.
  await owner.page.context().clearCookies();
  await writeComment(owner.page, 'Said too late');
  await expect(commentPanel(owner.page).getByText('as Anonymous')).toBeVisible();
  await expect(commentField(owner.page)).toHaveValue('Said too late');
  await expect(commentPanel(owner.page).getByRole('alert')).toContainText('sign in');

  // Signing out in another tab removes the name and the draft.
  await commentField(page).fill('Nobody else should read this');
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${site.url}/about`);
  await otherTab.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(commentPanel(page).getByText('as Anonymous')).toBeVisible();
  await expect(commentField(page)).toHaveValue('');
  await expect(laterComment).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Nobody else');
  expect(owner.problems).toEqual([]);
  await owner.close();
});

test('the dialog stays open until a comment is deleted, and the focus returns to its place', {
  tag: '@topic',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await openComments(page, site);
  await writeComment(page, 'Asked and deleted');
  const comment = commentWith(page, 'Asked and deleted');
  await comment.getByRole('button', { name: 'Reply' }).click();
  await commentPanel(page)
    .getByRole('textbox', { name: /^Reply to/ })
    .fill('Its answer');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(page, 'Its answer').getByRole('button', { name: 'Edit' })).toBeVisible();

  await comment.getByRole('button', { name: 'Delete' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete your comment?' });
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  const release = await pauseRequests(page, '**/api/comments/*');
  await confirm.press('Enter');
  await expect(confirm).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(dialog).toHaveCount(0);
  await expect(commentWith(page, 'A deleted comment')).toBeFocused();
});

test('the owner moderates the queue by keyboard, undoes decisions, and searches it', {
  tag: '@verify',
}, async ({ page, site, request }) => {
  const article = await (await request.get(`${site.url}/api/articles/a-page-is-a-file`)).json();
  const texts = ['Number one', 'Number two', 'Number three', 'Number four', 'Number five'];
  for (const comment of texts) {
    const response = await request.post(`${site.url}/api/articles/${article._id}/comments`, {
      data: { comment },
      headers: { origin: site.url },
    });
    expect(response.status()).toBe(201);
  }
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/comments`);
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows).toHaveCount(5);

  // Approves the first two comments; the next one gets the focus.
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('2 selected')).toBeVisible();
  // A second press before the response, and a key that is held down, change nothing.
  const releaseDecision = await pauseRequests(page, '**/api/admin/comments/decide');
  await page.keyboard.press('a');
  await page.keyboard.down('a');
  await releaseDecision();
  await expect(page.getByText(/2 comments approved/)).toBeVisible();
  await expect(rows).toHaveCount(3);
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expect(page.getByText('Held (3)')).toBeVisible();
  await page.keyboard.press('u');
  await expect(rows).toHaveCount(5);
  await expect(page.getByText('Held (5)')).toBeVisible();

  const firstComment = queuedComment(page, 'Number one');
  await firstComment.getByRole('button', { name: 'Spam' }).focus();
  await page.keyboard.press('s');
  await expect(firstComment).toHaveCount(0);
  await expect(page.getByText('Spam (1)')).toBeVisible();
  await queuedComment(page, 'Number two').getByRole('checkbox').focus();
  await page.keyboard.press('r');
  await expect(page.getByText('Rejected (1)')).toBeVisible();
  await queuedComment(page, 'Number three').getByRole('checkbox').focus();
  await page.keyboard.press('d');
  const confirmation = page.getByRole('dialog', { name: 'Delete 1 comment?' });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Reject with a reason' }).click();
  const rejection = page.getByRole('dialog', { name: 'Reject 2 comments?' });
  await rejection.getByLabel('Reason').fill('Counting is not talking');
  // A failed request keeps the typed reason.
  await page.route('**/api/admin/comments/decide', (route) => route.abort());
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(rejection.getByText('Your input is safe', { exact: false })).toBeVisible();
  await expect(rejection.getByLabel('Reason')).toHaveValue('Counting is not talking');
  await page.unroute('**/api/admin/comments/decide');
  await rejection.getByRole('button', { name: 'Reject' }).click();
  await expect(
    page.getByRole('heading', { name: 'No comments awaiting moderation' }),
  ).toBeVisible();
  // A new comment appears while the page is open.
  const laterComment = await request.post(`${site.url}/api/articles/${article._id}/comments`, {
    data: { comment: 'Number six' },
    headers: { origin: site.url },
  });
  expect(laterComment.status()).toBe(201);
  await expect(queuedComment(page, 'Number six')).toBeVisible();
  await page.getByText('Rejected (3)').click();
  await expect(
    queuedComment(page, 'Number five').getByText('Counting is not talking'),
  ).toBeVisible();
  await page.getByLabel('Search comments').fill('four');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Search comments').fill('no such words');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();

  // Users of speech input can turn the keyboard shortcuts off.
  await page.getByLabel('Search comments').fill('');
  await expect(rows).toHaveCount(3);
  await rows.first().getByRole('checkbox').focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByLabel('Use these keys').uncheck();
  await keys.getByRole('button', { name: 'Close' }).click();
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('a');
  await page.keyboard.press('?');
  await keys.getByLabel('Use these keys').check();
  await keys.getByRole('button', { name: 'Close' }).click();
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(page.getByText('Rejected (2)')).toBeVisible();
  await expect(rows).toHaveCount(2);
});

test('new comments are requested after the comments have loaded, not while they load', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(site.url + articlePath);
  // The event stream opens after the request for the list and before its response.
  const releaseList = await pauseRequests(page, /\/comments\?sort=relevant/);
  const connect = await pauseRequests(page, /\/api\/events/);
  const listRequest = page.waitForRequest(/\/comments\?sort=relevant/);
  const eventStream = page.waitForResponse(/\/api\/events/);
  const steps: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('sort=relevant')) steps.push('loaded');
  });
  page.on('request', (request) => {
    if (request.url().includes('sort=recent')) steps.push('requested new comments');
  });
  await panelButton(page).click();
  await listRequest;
  await connect();
  await eventStream;
  await releaseList();
  await expect.poll(() => steps).toEqual(['loaded', 'requested new comments']);
});

test('a long conversation loads in parts, and a link leads to any comment', {
  tag: '@verify',
}, async ({ page, site }) => {
  const oldest = await plantComments(site.dataFolder, 'a-page-is-a-file', {
    count: 24,
    replies: 6,
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openComments(page, site);
  const threads = commentPanel(page).locator('ol:not(:empty)').first().locator('> li');
  await expect(threads).toHaveCount(20);
  await expect(commentPanel(page)).toHaveAccessibleName('Responses (30)');
  // While the new order is loading, there is no next page: that of the other order would not continue it.
  const releaseOrder = await pauseRequests(page, /comments\?.*sort=recent/);
  await page.getByText('Most Recent').click();
  await expect(commentPanel(page).locator('[aria-busy=true]')).toBeVisible();
  await expect(commentPanel(page).getByRole('button', { name: 'Show more' })).toBeHidden();
  await releaseOrder();
  await expect(threads.first()).toContainText('Thought 24');
  await expect(threads.first().getByText('1 hour ago').first()).toBeVisible();
  await expect(threads.nth(1).getByText('2 hours ago')).toBeVisible();
  await commentPanel(page).getByRole('button', { name: 'Show 3 more replies' }).click();
  await expect(commentWith(page, /Answer \d/)).toHaveCount(6);
  await expect(commentWith(page, 'Answer 4')).toBeFocused();
  // A reply to a reply appears beside it and names its author.
  await commentWith(page, 'Answer 4').getByRole('button', { name: 'Reply' }).click();
  const replyField = commentPanel(page).getByRole('textbox', { name: 'Reply to Anonymous' });
  await replyField.fill('To the fourth');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(page, 'To the fourth').locator('.comment__by')).toContainText(
    'to Anonymous',
  );
  await expect(threads.first().getByText('To the fourth')).toBeVisible();

  // An unfinished reply stays in readThread when the order changes.
  await commentWith(page, 'Thought 24').getByRole('button', { name: 'Reply' }).click();
  const reply = commentPanel(page).getByRole('textbox', { name: 'Reply to Anonymous' });
  await reply.fill('Half a thought');
  await page.getByText('Most Relevant').click();
  await expect(commentPanel(page).locator('[aria-busy=true]')).toHaveCount(0);
  await expect(reply).toHaveValue('Half a thought');

  await commentPanel(page).getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await expect(threads).toHaveCount(24);
  await expect(commentPanel(page).getByRole('button', { name: 'Show more' })).toBeHidden();
  await expect(threads.nth(20).getByRole('article').first()).toBeFocused();

  // A new comment by another reader moves neither the text that is being read
  const owner = await page.context().browser()?.newContext();
  const call = { headers: { origin: site.url } };
  await owner?.request.post(`${site.url}/api/user/login`, {
    ...call,
    data: { email: 'owner@example.org', password: 'a sound passphrase' },
  });
  const article = await (
    await page.request.get(`${site.url}/api/articles/a-page-is-a-file`)
  ).json();
  const readThread = threads.nth(20);
  const before = await readThread.boundingBox();
  await owner?.request.post(`${site.url}/api/articles/${article._id}/comments`, {
    ...call,
    data: { comment: 'Just now' },
  });
  const newComments = commentPanel(page).getByRole('button', { name: '1 new comment' });
  await expect(newComments).toBeVisible();
  await expect(commentWith(page, 'Just now')).toHaveCount(0);
  expect((await readThread.boundingBox())?.y).toBe(before?.y);
  await newComments.click();
  await expect(commentWith(page, 'Just now')).toBeFocused();
  // nor the draft.
  await commentField(page).fill('In the middle of a');
  await owner?.request.post(`${site.url}/api/articles/${article._id}/comments`, {
    ...call,
    data: { comment: 'Meanwhile' },
  });
  await expect(newComments).toBeVisible();
  await expect(
    commentPanel(page)
      .getByRole('status')
      .getByText(/^New comment by/),
  ).toBeAttached();
  await expect(commentWith(page, 'Meanwhile')).toHaveCount(0);
  await expect(commentField(page)).toBeFocused();
  await page.keyboard.type(' thought');
  await expect(commentField(page)).toHaveValue('In the middle of a thought');
  await newComments.click();
  await expect(commentWith(page, 'Meanwhile')).toBeVisible();
  await owner?.close();

  await page.goto(`${site.url}/`);
  await page.goto(`${site.url}${articlePath}#comment-${oldest}`);
  await expect(commentWith(page, /Thought 1(?!\d)/)).toBeFocused();
  await expect(commentWith(page, /Thought 1(?!\d)/)).toBeInViewport();
  await expect(commentWith(page, /Thought 1(?!\d)/).getByText('1 day ago')).toBeVisible();
  await page.goto(`${site.url}/`);
  await page.goto(`${site.url}${articlePath}#comment-nosuch`);
  await expect(commentPanel(page).getByText('no longer exists')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a guest comments with the form below an article, and the owner finds the comment', {
    tag: '@topic',
  }, async ({ page, site, browser }) => {
    await page.goto(site.url + articlePath);
    const field = page.getByRole('textbox', { name: 'Your comment' });
    const send = page.getByRole('button', { name: 'Comment', exact: true });
    // Playwright finds no text in `noscript`.
    const confirmation = page.locator('#sent-comment');
    await expect(confirmation).toBeHidden();

    // The browser checks whether there is a text,
    await send.click();
    await expect(field).toBeFocused();
    // and the API whether it has words.
    await field.fill('> ');
    await send.click();
    await expect(page.getByRole('heading', { name: 'This form was not sent' })).toBeVisible();
    await expect(page.getByText(commentMessages.empty)).toBeVisible();
    await page.goBack();
    await expect(field).toHaveValue('> ');

    await field.fill('Written without scripts');
    await send.click();
    await expect(page).toHaveURL(`${site.url}${articlePath}#sent-comment`);
    await expect(confirmation).toBeInViewport();
    await expect(confirmation).toContainText('It appears once it is approved.');

    const owner = await openBrowser(browser, site, { javaScriptEnabled: true });
    await signInAsOwner(owner.page, site);
    await openAdminPage(owner.page, 'Comments 1 waiting');
    await expect(queuedComment(owner.page, 'Written without scripts')).toBeVisible();
    expect(owner.problems).toEqual([]);
    await owner.close();
  });
});
