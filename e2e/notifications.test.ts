import type { Page } from '@playwright/test';
import { NOTIFICATIONS_PER_PAGE } from '#contracts/notification.ts';
import { insertNotification } from '../api/db/repositories/notifications.ts';
import { createPublicId } from '../api/services/identifiers.ts';
import { withDatabase } from '../api/testing/test-database.ts';
import { expect, registerMember, signInAsOwner, test } from './support/site.ts';
import { pauseRequests } from './support/waits.ts';

test.use({ seed: 'demo', pauseToasts: false });

const toasts = (page: Page, role: 'status' | 'alert') =>
  page.getByRole('region', { name: 'Notifications' }).getByRole(role).locator('.toast');

/** Returns the play state and timing of the bar of the first toast. */
const readBar = (page: Page) =>
  toasts(page, 'status')
    .locator('.toast__bar')
    .first()
    .evaluate((element) => {
      const [animation] = element.getAnimations();
      return { state: animation?.playState, timing: animation?.effect?.getComputedTiming() };
    });

test('a toast disappears after two seconds, and stays while it has the mouse or the focus', {
  tag: '@verify',
}, async ({ page, site }) => {
  await signInAsOwner(page, site);
  await page.goto(site.url);
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  const setSpeed = (playbackRate: number) =>
    session.send('Animation.setPlaybackRate', { playbackRate });
  const post = page.getByRole('article').first();
  const draft = post.getByRole('checkbox', { name: 'Draft' });
  await draft.focus();
  // A toast might disappear before the pointer reaches it on a busy machine.
  await setSpeed(0.1);
  await draft.press('Space');
  const first = toasts(page, 'status').first();
  await expect(first).toHaveText('Moved to drafts.');
  await first.hover();
  await expect.poll(async () => (await readBar(page)).state).toBe('paused');
  expect((await readBar(page)).timing).toMatchObject({ duration: 2000, easing: 'linear' });

  // A second toast appears above the first one. Focus pauses it like hovering does.
  await draft.press('Space');
  await expect(toasts(page, 'status')).toHaveText(['Moved to drafts.', 'Published.']);
  await page.keyboard.press('F8');
  await expect(toasts(page, 'status').nth(1).getByRole('button')).toBeFocused();
  await setSpeed(1);
  await page.mouse.move(0, 0);
  await expect(toasts(page, 'status')).toHaveText(['Published.']);
  await expect.poll(async () => (await readBar(page)).state).toBe('paused');
  await page.keyboard.press('Escape');
  await expect(draft).toBeFocused();
  await expect(toasts(page, 'status')).toHaveCount(0);

  // An error stays until it is closed.
  await page.route('**/api/articles/*', (route) => route.abort());
  await draft.press('Space');
  const error = toasts(page, 'alert');
  await expect(error).toContainText('was not changed');
  await page.unroute('**/api/articles/*');
  await setSpeed(0.1);
  await draft.press('Space');
  await expect(toasts(page, 'status')).toHaveText(['Moved to drafts.']);
  await setSpeed(1);
  await expect(toasts(page, 'status')).toHaveCount(0);

  // The closing animation takes 400 ms.
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-21T13:00:00Z'));
  await error.getByRole('button', { name: 'Close notification' }).click();
  await expect(error).toHaveCSS('transition-duration', '0.4s');
  await page.clock.runFor(399);
  await expect(error).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(error).toHaveCount(0);
  await expect(draft).toBeFocused();
});

test('a double click deletes a notification once, and an opened one is read after the access token has expired', async ({
  page,
  site,
}) => {
  await registerMember(page, site, 'ada');
  withDatabase(site.dataFolder, (database) => {
    const { id: userId } = database.raw
      .prepare("SELECT id FROM users WHERE name = 'ada'")
      .get() as {
      id: number;
    };
    const start = Date.now() - 60_000;
    const others = Array.from({ length: NOTIFICATIONS_PER_PAGE }, (_, position) => `${position}`);
    for (const [position, title] of ['Old news', 'New news', ...others].entries()) {
      const about = { title, excerpt: '', path: '/blog', subjectKey: title };
      const own = { publicId: createPublicId(), userId, createdAt: start + position };
      insertNotification(database.query, { ...own, ...about, kind: 'article', inSite: true });
    }
  });
  await page.goto(`${site.url}/notifications`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Older' }).click();
  await expect(main.getByRole('link', { name: 'Old news' })).toBeVisible();
  await page.reload();
  // A failure leaves the focus on its button; a deletion moves it into the list.
  const button = main.getByRole('button', { name: 'Delete Old news' });
  await page.route('**/api/notifications/*', (route) => route.abort());
  await button.press('Enter');
  await expect(toasts(page, 'alert')).toContainText('is not responding');
  await expect(button).toBeFocused();
  await page.unroute('**/api/notifications/*');
  await toasts(page, 'alert').getByRole('button', { name: 'Close notification' }).click();
  const release = await pauseRequests(page, '**/api/notifications/*');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent += 1;
  });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(button).toHaveCount(0);
  await expect(main.getByRole('region', { name: 'Your notifications' })).toBeFocused();
  expect(sent).toBe(1);
  await expect(toasts(page, 'alert')).toHaveCount(0);

  await page.context().clearCookies({ name: /access/ });
  const opened = page.context().waitForEvent('page');
  await main.getByRole('link', { name: 'New news' }).click({ modifiers: ['ControlOrMeta'] });
  await opened;
  await expect
    .poll(async () => {
      const response = await page.request.get(`${site.url}/api/notifications`);
      return (await response.json()).unread;
    })
    .toBe(NOTIFICATIONS_PER_PAGE);
});
