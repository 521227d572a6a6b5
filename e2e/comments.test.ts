import type { Browser, Page } from '@playwright/test';
import { plantComments } from '../api/testing/plant-comments.ts';
import { violationsOf } from './axe.ts';
import {
  address,
  bar,
  field,
  openResponses,
  panel,
  respond,
  response,
  write,
} from './responses.ts';
import {
  expect,
  openAdminPage,
  registerMember,
  type Site,
  signInAsOwner,
  test,
  watchForTrouble,
} from './site.ts';
import { holdBack } from './waits.ts';

test.use({ seed: 'demo' });

const queued = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Another browser, with a person of its own in it. */
async function anotherBrowser(browser: Browser, site: Site, options = {}) {
  // Colours that are on their way from one theme to the other would be looked at half-way.
  const quiet = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...quiet, ...options });
  const complaints = watchForTrouble(context, site.url);
  const page = await context.newPage();
  return { page, complaints, close: () => context.close() };
}

test('what a guest writes waits for the owner, and is then with every reader and in the page itself', async ({
  page,
  site,
  browser,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await openResponses(page, site);
  await expect(panel(page).getByText('No Comments')).toBeVisible();
  await respond(page).click();
  await expect(panel(page).getByText('Please write something first.')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await field(page).fill('Kept in the browser');
  // The state is in the address, and what was typed is still there.
  await page.reload();
  await expect(field(page)).toHaveValue('Kept in the browser');
  await expect(panel(page).getByText('as Anonymous')).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`${address}#responses`)}`,
  );

  const reader = await anotherBrowser(browser, site);
  await openResponses(reader.page, site);

  await write(page, 'A *fine* file, with `code` and <b>no markup</b>');
  const own = response(page, 'A fine file');
  await expect(own.getByText(/only you can see/i)).toBeVisible();
  await expect(own.locator('em')).toHaveText('fine');
  await expect(own.locator('code')).toHaveText('code');
  await expect(own).toContainText('<b>no markup</b>');
  await expect(field(page)).toHaveValue('');

  const owner = await anotherBrowser(browser, site);
  await signInAsOwner(owner.page, site);
  await openAdminPage(owner.page, 'Comments 1 waiting');
  const row = queued(owner.page, 'A fine file');
  await expect(row.getByRole('heading', { name: 'Anonymous' })).toBeVisible();
  await expect(row.getByRole('link', { name: 'A page is a file' })).toBeVisible();
  await expect(response(reader.page, 'A fine file')).toHaveCount(0);
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(
    owner.page.getByRole('heading', { name: 'No comments awaiting moderation' }),
  ).toBeVisible();

  // Without a reload: at the other reader, and no longer waiting at its author.
  await expect(response(reader.page, 'A fine file')).toBeVisible();
  await expect(panel(reader.page)).toHaveAccessibleName('Responses (1)');
  await expect(bar(reader.page)).toContainText('(1)');
  await expect(own.getByText(/only you can see/i)).toBeHidden();

  const baked = async () =>
    (await (await request.get(site.url + address)).text()).includes('<em>fine</em>');
  await expect.poll(baked).toBe(true);
  const plain = await anotherBrowser(browser, site, { javaScriptEnabled: false });
  await plain.page.goto(site.url + address);
  await plain.page.getByRole('link', { name: 'Responses (1)' }).click();
  await expect(plain.page.getByText('A fine file')).toBeInViewport();

  expect(await violationsOf(reader.page)).toEqual([]);

  // The owner takes it back: it leaves the other reader too.
  await owner.page.getByRole('button', { name: 'Undo' }).click();
  await expect(queued(owner.page, 'A fine file')).toBeVisible();
  expect(await violationsOf(owner.page)).toEqual([]);
  await expect(response(reader.page, 'A fine file')).toHaveCount(0);
  for (const { complaints, close } of [reader, owner, plain]) {
    expect(complaints).toEqual([]);
    await close();
  }
});

test('members respond, reply, like, change and delete, and readers elsewhere see it', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  test.slow();
  // Who signs in half-way comes back to what was typed.
  const owner = await anotherBrowser(browser, site);
  await openResponses(owner.page, site);
  await field(owner.page).fill('What do you keep in files?');
  await panel(owner.page).getByRole('link', { name: 'Sign in' }).click();
  await owner.page.getByLabel('Email').fill('owner@example.org');
  await owner.page.getByLabel('Password', { exact: true }).fill('a sound passphrase');
  await owner.page.getByRole('button', { name: 'Submit' }).click();
  await expect(panel(owner.page).getByText('as Maren Halvard')).toBeVisible();
  await expect(field(owner.page)).toHaveValue('What do you keep in files?');
  await respond(owner.page).click();
  const asked = response(owner.page, 'What do you keep');
  await expect(asked.getByRole('button', { name: /^Edit/ })).toContainText('min left');

  await registerMember(page, site, 'Bob');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openResponses(page, site);
  const question = response(page, 'What do you keep');
  await expect(question.getByText('Author', { exact: true })).toBeVisible();
  await expect(question.getByText('less than an hour ago')).toBeVisible();
  const like = question.getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveAccessibleName('Like, 1 like');
  // It is shown before the API has it.
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

  // The first one of a member waits as well; a reply stands under what it answers.
  await question.getByRole('button', { name: 'Reply' }).click();
  await panel(page).getByRole('textbox', { name: 'Reply to Maren Halvard' }).fill('Everything');
  await page.keyboard.press('Control+Enter');
  const reply = response(page, 'Everything');
  await expect(reply.getByText(/only you can see/i)).toBeVisible();

  // A session whose access token has run out goes on: what is one's own is there, and what one writes.
  const outrun = () => page.context().clearCookies({ name: /access/ });
  await outrun();
  await page.reload();
  await expect(reply.getByText(/only you can see/i)).toBeVisible();
  await outrun();
  await write(page, 'After a long pause');
  const late = response(page, 'After a long pause');
  await expect(late.getByText(/only you can see/i)).toBeVisible();
  await expect(late.getByRole('link', { name: 'Bob', exact: true })).toBeVisible();

  // What moderators do with it is seen by its author; others do not see it any more.
  const id = await reply.locator('..').getAttribute('data-comment');
  const decide = async (decision: string, reason = '') => {
    const answer = await owner.page.request.post(`${site.url}/api/admin/comments/decide`, {
      data: { ids: [id], decision, reason },
      headers: { origin: site.url },
    });
    expect(answer.status()).toBe(200);
  };
  await decide('approve');
  await expect(reply.getByText(/only you can see/i)).toBeHidden();
  await expect(response(owner.page, 'Everything')).toBeVisible();
  await decide('reject', 'Too short.');
  await expect(reply.getByText('Not published. Too short. Only you can see this.')).toBeVisible();
  await expect(response(owner.page, 'Everything')).toHaveCount(0);

  await asked.getByRole('button', { name: /^Edit/ }).click();
  const change = asked.locator('..').getByRole('textbox', { name: 'Your comment' });
  await expect(change).toHaveValue('What do you keep in files?');
  await change.fill('What do you keep in plain files?');
  await asked.locator('..').getByRole('button', { name: 'Save' }).click();
  await expect(asked.getByText('edited')).toBeVisible();
  await expect(response(page, 'in plain files?')).toBeVisible();

  await asked.getByRole('button', { name: 'Delete' }).click();
  const sure = owner.page.getByRole('dialog', { name: 'Delete your comment?' });
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await expect(sure).toHaveCount(0);
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Delete' }).click();
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(asked).toHaveCount(0);
  await expect(response(page, 'in plain files?')).toHaveCount(0);

  // Where the session has ended, nothing goes out under another name, and nothing is lost.
  await owner.page.context().clearCookies();
  await write(owner.page, 'Said too late');
  await expect(panel(owner.page).getByText('as Anonymous')).toBeVisible();
  await expect(field(owner.page)).toHaveValue('Said too late');
  await expect(panel(owner.page).getByRole('alert')).toContainText('sign in');

  // Signing out in another tab leaves neither name nor words behind.
  await field(page).fill('Nobody else should read this');
  const other = await page.context().newPage();
  await other.goto(`${site.url}/about`);
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(panel(page).getByText('as Anonymous')).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await expect(late).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Nobody else');
  expect(owner.complaints).toEqual([]);
  await owner.close();
});

test('the owner goes through the queue by keys, takes back, and looks for words', {
  tag: '@verify',
}, async ({ page, site, request }) => {
  const article = await (await request.get(`${site.url}/api/articles/a-page-is-a-file`)).json();
  const texts = ['Number one', 'Number two', 'Number three', 'Number four', 'Number five'];
  for (const comment of texts) {
    const answer = await request.post(`${site.url}/api/articles/${article._id}/comments`, {
      data: { comment },
      headers: { origin: site.url },
    });
    expect(answer.status()).toBe(201);
  }
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/comments`);
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows).toHaveCount(5);

  // The first two are chosen and approved; the one that takes their place is next.
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText(/2 comments approved/)).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('Held (3)')).toBeVisible();
  await page.keyboard.press('u');
  await expect(rows).toHaveCount(5);
  await expect(page.getByText('Held (5)')).toBeVisible();

  const one = queued(page, 'Number one');
  await one.getByRole('button', { name: 'Spam' }).focus();
  await page.keyboard.press('s');
  await expect(one).toHaveCount(0);
  await expect(page.getByText('Spam (1)')).toBeVisible();
  await queued(page, 'Number two').getByRole('checkbox').focus();
  await page.keyboard.press('r');
  await expect(page.getByText('Rejected (1)')).toBeVisible();
  await queued(page, 'Number three').getByRole('checkbox').focus();
  await page.keyboard.press('d');
  const sure = page.getByRole('dialog', { name: 'Delete 1 comment?' });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Reject with a reason' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Counting is not talking');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(
    page.getByRole('heading', { name: 'No comments awaiting moderation' }),
  ).toBeVisible();
  // What comes while the page is open appears in it.
  const late = await request.post(`${site.url}/api/articles/${article._id}/comments`, {
    data: { comment: 'Number six' },
    headers: { origin: site.url },
  });
  expect(late.status()).toBe(201);
  await expect(queued(page, 'Number six')).toBeVisible();
  await page.getByText('Rejected (3)').click();
  await expect(queued(page, 'Number five').getByText('Counting is not talking')).toBeVisible();
  await page.getByLabel('Search comments').fill('four');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Search comments').fill('no such words');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();

  // Who speaks to the computer switches the keys off.
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

test('what is new is asked for once the comments are loaded, not while they are', {
  tag: '@verify',
}, async ({ page, site }) => {
  await page.goto(site.url + address);
  // The live connection opens after the list was asked for, and before it is there.
  const answer = await holdBack(page, /\/comments\?sort=relevant/);
  const connect = await holdBack(page, /\/api\/events/);
  const asked = page.waitForRequest(/\/comments\?sort=relevant/);
  const opened = page.waitForResponse(/\/api\/events/);
  const steps: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('sort=relevant')) steps.push('loaded');
  });
  page.on('request', (request) => {
    if (request.url().includes('sort=recent')) steps.push('asked for what is new');
  });
  await bar(page).click();
  await asked;
  await connect();
  await opened;
  await answer();
  await expect.poll(() => steps).toEqual(['loaded', 'asked for what is new']);
});

test('a long conversation comes by and by, and a link leads to any part of it', {
  tag: '@verify',
}, async ({ page, site }) => {
  const oldest = await plantComments(site.dataFolder, 'a-page-is-a-file', {
    count: 24,
    replies: 6,
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openResponses(page, site);
  const threads = panel(page).locator('ol:not(:empty)').first().locator('> li');
  await expect(threads).toHaveCount(20);
  await expect(panel(page)).toHaveAccessibleName('Responses (30)');
  await page.getByText('Most Recent').click();
  await expect(threads.first()).toContainText('Thought 24');
  await expect(threads.first().getByText('1 hour ago').first()).toBeVisible();
  await expect(threads.nth(1).getByText('2 hours ago')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Show 3 more replies' }).click();
  await expect(response(page, /Answer \d/)).toHaveCount(6);
  await expect(response(page, 'Answer 4')).toBeFocused();
  // Who answers a reply stands beside it, and says so.
  await response(page, 'Answer 4').getByRole('button', { name: 'Reply' }).click();
  const among = panel(page).getByRole('textbox', { name: 'Reply to Anonymous' });
  await among.fill('To the fourth');
  await page.keyboard.press('Control+Enter');
  await expect(response(page, 'To the fourth').locator('.response__by')).toContainText(
    'to Anonymous',
  );
  await expect(threads.first().getByText('To the fourth')).toBeVisible();

  // What is being written stays where it is when the order changes.
  await response(page, 'Thought 24').getByRole('button', { name: 'Reply' }).click();
  const reply = panel(page).getByRole('textbox', { name: 'Reply to Anonymous' });
  await reply.fill('Half a thought');
  await page.getByText('Most Relevant').click();
  await expect(panel(page).locator('[aria-busy=true]')).toHaveCount(0);
  await expect(reply).toHaveValue('Half a thought');

  await panel(page).getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await expect(threads).toHaveCount(24);
  await expect(panel(page).getByRole('button', { name: 'Show more' })).toBeHidden();
  await expect(threads.nth(20).getByRole('article').first()).toBeFocused();

  // Somebody else's new one does not move what is being read.
  const owner = await page.context().browser()?.newContext();
  const call = { headers: { origin: site.url } };
  await owner?.request.post(`${site.url}/api/user/login`, {
    ...call,
    data: { email: 'owner@example.org', password: 'a sound passphrase' },
  });
  const article = await (
    await page.request.get(`${site.url}/api/articles/a-page-is-a-file`)
  ).json();
  const place = threads.nth(20);
  const before = await place.boundingBox();
  await owner?.request.post(`${site.url}/api/articles/${article._id}/comments`, {
    ...call,
    data: { comment: 'Just now' },
  });
  const fresh = panel(page).getByRole('button', { name: '1 new comment' });
  await expect(fresh).toBeVisible();
  await expect(response(page, 'Just now')).toHaveCount(0);
  expect((await place.boundingBox())?.y).toBe(before?.y);
  await fresh.click();
  await expect(response(page, 'Just now')).toBeFocused();
  // Nor what is being written.
  await field(page).fill('In the middle of a');
  await owner?.request.post(`${site.url}/api/articles/${article._id}/comments`, {
    ...call,
    data: { comment: 'Meanwhile' },
  });
  await expect(fresh).toBeVisible();
  await expect(
    panel(page)
      .getByRole('status')
      .getByText(/^New response by/),
  ).toBeAttached();
  await expect(response(page, 'Meanwhile')).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(' thought');
  await expect(field(page)).toHaveValue('In the middle of a thought');
  await fresh.click();
  await expect(response(page, 'Meanwhile')).toBeVisible();
  await owner?.close();

  await page.goto(`${site.url}/`);
  await page.goto(`${site.url}${address}#comment-${oldest}`);
  await expect(response(page, /Thought 1(?!\d)/)).toBeFocused();
  await expect(response(page, /Thought 1(?!\d)/)).toBeInViewport();
  await expect(response(page, /Thought 1(?!\d)/).getByText('1 day ago')).toBeVisible();
  await page.goto(`${site.url}/`);
  await page.goto(`${site.url}${address}#comment-nosuch`);
  await expect(panel(page).getByText('no longer exists')).toBeVisible();
});
