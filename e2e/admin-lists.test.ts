import type { Page } from '@playwright/test';
import { expect, type Site, signInAsOwner, test } from './support/site.ts';

test.use({ seed: 'demo' });

async function post(page: Page, site: Site, path: string, data: object): Promise<void> {
  const response = await page.request.post(site.url + path, {
    data,
    headers: { origin: site.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status()).toBe(201);
}

/** Sends two comments and two messages as a guest. */
async function writeAsGuest(page: Page, site: Site): Promise<void> {
  const response = await page.request.get(`${site.url}/api/articles?limit=1`);
  const [{ _id }] = (await response.json()).articles;
  for (const text of ['First', 'Second']) {
    await post(page, site, `/api/articles/${_id}/comments`, { comment: `${text} comment` });
    const message = `${text} message`;
    await post(page, site, '/api/contact', { name: 'Ann', email: 'ann@example.org', message });
  }
}

test('the focus stays in a list when its row is removed', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  await writeAsGuest(page, site);
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/comments`);
  await page
    .getByRole('button', { name: /^Approve the comment/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toBeFocused();

  await page.goto(`${site.url}/admin/messages`);
  await page
    .getByRole('button', { name: /^Delete the message/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^1 message/)).toBeFocused();
});

/** Lists with a filter of radio buttons: the path, the filter and its URL parameter. */
const filteredLists: [path: string, filter: RegExp, parameter: RegExp][] = [
  ['/', /^Drafts/, /state=draft/],
  ['/admin', /^7 days/, /days=7/],
  ['/admin/comments', /^Published/, /list=published/],
  ['/admin/connections', /^Posted/, /show=sent/],
  ['/admin/jobs', /^Done/, /show=done/],
  ['/admin/mail', /^Sent/, /show=sent/],
  ['/admin/messages', /^Unread/, /show=unread/],
  ['/admin/reviews', /^Published/, /state=published/],
  ['/admin/shop/discounts', /^Ended/, /show=ended/],
  ['/admin/shop/orders', /^Refunded/, /state=refunded/],
  ['/admin/shop/products', /^Drafts/, /state=draft/],
  ['/admin/shop/sales', /^Last year/, /from=\d{4}-01&to=\d{4}-12/],
  ['/admin/subscribers', /^Confirmed/, /show=confirmed/],
  ['/admin/uploads', /^Unused/, /show=unused/],
  ['/admin/views', /^7 days/, /days=7/],
];

test('a pressed button keeps the focus while it cannot be pressed again', {
  tag: '@topic',
}, async ({ page, site }) => {
  await writeAsGuest(page, site);
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/comments`);
  const rows = page.getByRole('main').getByRole('article');
  const isSelected = page.getByText('1 selected');
  await rows.first().getByRole('checkbox').check();
  await expect(isSelected).toBeVisible();
  // Rows that return from another list are not selected.
  await page.getByRole('radio', { name: /^Published/ }).press('Space');
  await expect(isSelected).toHaveCount(0);
  await page.goBack();
  await expect(rows).toHaveText([/First comment/, /Second comment/]);
  await expect(isSelected).toHaveCount(0);
  await rows.first().getByRole('checkbox').check();
  const approve = page
    .getByRole('group', { name: 'Selected comments' })
    .getByRole('button', { name: 'Approve' });
  await approve.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await expect(approve).toBeFocused();

  let isRunning = false;
  await page.route('**/api/admin/backups', async (route) => {
    if (route.request().method() === 'GET') {
      const status = await (await route.fetch()).json();
      return route.fulfill({ json: { ...status, isRunning } });
    }
    isRunning = true;
    return route.fulfill({ json: {} });
  });
  await page.goto(`${site.url}/admin/jobs`);
  const backUp = page.getByRole('button', { name: 'Back up now' });
  await backUp.press('Enter');
  await expect(backUp).toHaveAttribute('aria-disabled', 'true');
  await expect(backUp).toBeFocused();
});

test('a reload and Back restore filters, search, order and page of a list', async ({
  page,
  site,
}) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/users`);
  const admins = page.getByRole('radio', { name: 'Admins' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  const email = page.getByRole('columnheader', { name: 'Email ID' });
  await admins.press('Space');
  await email.getByRole('button').click();
  await search.fill('owner@');
  await expect(page).toHaveURL(/\?search=owner%40&show=admins&sort=email\+asc$/);
  await page.reload();
  await expect(admins).toBeChecked();
  await expect(search).toHaveValue('owner@');
  await expect(email).toHaveAttribute('aria-sort', 'ascending');
  await page.goBack();
  await expect(email).not.toHaveAttribute('aria-sort');
  await expect(search).toHaveValue('');
  await expect(admins).toBeChecked();

  await page.goto(site.url);
  await page.getByRole('button', { name: 'Older →' }).click();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
});

test('a reload and Back restore the filter of every list', { tag: '@verify' }, async ({
  page,
  site,
}) => {
  await signInAsOwner(page, site);
  for (const [path, name, parameter] of filteredLists) {
    await page.goto(site.url + path);
    const filter = page.getByRole('main').getByRole('radio', { name });
    await filter.press('Space');
    await expect(page).toHaveURL(parameter);
    await page.reload();
    await expect(filter, path).toBeChecked();
    await page.goBack();
    await expect(filter, path).not.toBeChecked();
  }
  await page.goto(`${site.url}/admin/audit`);
  await page.getByLabel('Person').selectOption('Commands on the server');
  await page.reload();
  await expect(page.getByLabel('Person')).toHaveValue('machine');
  // The digits of a year are one step.
  await page.getByLabel('From').focus();
  await page.keyboard.type('01022026');
  await expect(page).toHaveURL(/from=2026-01-02$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/audit$/);

  await page.goto(`${site.url}/admin/calendar`);
  const month = page.getByRole('main').getByRole('heading', { level: 2 });
  const now = (await month.textContent()) ?? '';
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(month).not.toHaveText(now);
  const next = (await month.textContent()) ?? '';
  await page.reload();
  await expect(month).toHaveText(next);
  await page.goBack();
  await expect(month).toHaveText(now);
});
