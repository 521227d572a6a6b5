import {
  expect,
  openAdminPage,
  type Site,
  signInAsOwner,
  test,
  uploadCover,
} from './support/site.ts';
import { fillArticle } from './support/writing.ts';

const DAY_MS = 86_400_000;
// Read once, so that all days of a test stay the same if it runs across midnight.
const start = Date.now();
const dayIn = (days: number) => new Date(start + days * DAY_MS).toISOString().slice(0, 10);
const monthOf = ({ url }: Site, days: number) =>
  `${url}/admin/calendar?month=${dayIn(days).slice(0, 7)}`;

test('a rescheduled article is published on time and a cancelled one is not, even across a restart', {
  tag: '@verify',
}, async ({ page, site, browser }) => {
  // The site starts twice.
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsOwner(page, site);
  const created = await page.request.post(`${site.url}/api/articles`, {
    headers: { origin: site.url },
    data: {
      images: await uploadCover(page, site),
      title: 'Taken back',
      subtitle: 'S',
      description: 'D',
      markdown: 'Text.',
      draft: false,
      scheduledDate: `${dayIn(40)}T08:00`,
      scheduledZone: 'Asia/Tokyo',
    },
  });
  expect(created.status()).toBe(201);

  await page.goto(`${site.url}/admin/blog/new`);
  await fillArticle(page, { title: 'Later than now', markdown: 'A text.' });
  await page.getByLabel('Schedule date').fill(dayIn(40));
  await page.getByLabel('Time', { exact: true }).fill('18:30');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await expect(page.getByText(/^Goes live .* 6:30\sPM \(UTC\+09:00\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Add Article' }).click();
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled();

  // The browser remembers the time zone that was selected in the editor.
  await page.goto(monthOf(site, 40));
  const calendarEntry = page.getByRole('button', { name: /Later than now/ });
  await expect(calendarEntry).toContainText('18:30');
  await calendarEntry.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Later than now' });
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('18:30');
  await dialog.getByLabel('Schedule date').fill(dayIn(400));
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await expect(dialog.getByText('Choose a day from tomorrow', { exact: false })).toBeVisible();
  await dialog.getByLabel('Schedule date').fill(dayIn(40));
  await dialog.getByLabel('Time', { exact: true }).fill('18:45');
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await expect(dialog).toBeHidden();
  await expect(calendarEntry).toContainText('18:45');

  const cancelledEntry = page.getByRole('button', { name: /Taken back/ });
  await cancelledEntry.click();
  const cancelledDialog = page.getByRole('dialog', { name: 'Taken back' });
  await cancelledDialog.getByRole('button', { name: 'Back to draft' }).click();
  await expect(cancelledDialog).toBeHidden();
  await expect(cancelledEntry).toBeHidden();
  await expect(calendarEntry).toBeVisible();

  await page.goto(`${site.url}/?state=scheduled`);
  const post = page.getByRole('article', { name: 'Later than now' });
  await expect(post).toContainText(/Goes live .*, 09:45 UTC/);
  const inTokyo = await browser.newContext({
    timezoneId: 'Asia/Tokyo',
    storageState: await page.context().storageState(),
  });
  const sameList = await inTokyo.newPage();
  await sameList.goto(page.url());
  await expect(sameList.getByRole('article', { name: 'Later than now' })).toContainText(
    /Goes live .*, 18:45 UTC\+09:00/,
  );

  await page.goto('about:blank');
  await site.restart(42 * DAY_MS);
  const reader = await (await browser.newContext()).newPage();
  const countLinks = async () => {
    await reader.goto(`${site.url}/blog`);
    return reader.getByRole('link', { name: 'Later than now' }).count();
  };
  await expect.poll(countLinks).toBeGreaterThan(0);
  await expect(reader.getByText('Taken back')).toHaveCount(0);

  await signInAsOwner(page, site);
  await openAdminPage(page, 'Jobs');
  const job = page.getByRole('article', { name: 'Later than now' });
  await expect(job.getByText('Done', { exact: true })).toBeVisible();
  await expect(job.getByText('1 attempt')).toBeVisible();
  await page.getByRole('button', { name: /^Email/ }).click();
  await expect(job).toBeHidden();
});

test('the calendar shows four articles of a busy day, and all in a dialog', {
  tag: '@topic',
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsOwner(page, site);
  const images = await uploadCover(page, site);
  for (let number = 1; number <= 6; number += 1) {
    const created = await page.request.post(`${site.url}/api/articles`, {
      headers: { origin: site.url },
      data: {
        images,
        title: `Scheduled ${number}`,
        subtitle: 'S',
        description: 'D',
        markdown: 'Text.',
        draft: false,
        scheduledDate: `${dayIn(40)}T0${number}:00`,
        scheduledZone: 'UTC',
      },
    });
    expect(created.status()).toBe(201);
  }
  await page.goto(monthOf(site, 40));
  const calendarEntries = page.getByRole('button', { name: /Scheduled \d/ });
  await expect(calendarEntries).toHaveCount(4);
  await page.getByRole('button', { name: /^\+ 2 more on / }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /^\+ 2 more on / }).click();
  await dialog.getByRole('button', { name: /Scheduled 6/ }).click();
  await expect(page.getByRole('dialog', { name: 'Scheduled 6' })).toBeVisible();
});
