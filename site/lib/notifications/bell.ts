import type { PersonalEvent } from '#contracts/live.ts';
import { listen } from '../live/listen.ts';
import { showToast } from '../toast.ts';

/** Keeps the bell of the header in step, and says what has just come. */
export function startBell(unread: number): void {
  showUnread(unread);
  listen('me', {
    event(data) {
      const news = data as PersonalEvent;
      if (news.type !== 'notifications') return;
      showUnread(news.unread);
      // One tab says it, the one that is looked at.
      if (news.title === undefined || document.visibilityState !== 'visible') return;
      void showToast({ type: 'SUCCESS', message: news.title });
    },
  });
}

/** Characters of the count; more are as good as many. */
const MOST = 99;

function showUnread(unread: number): void {
  for (const bell of document.querySelectorAll<HTMLElement>('[data-bell]')) {
    const count = bell.querySelector<HTMLElement>('[data-unread]');
    bell.ariaLabel = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
    if (!count) continue;
    count.hidden = unread === 0;
    count.textContent = unread > MOST ? `${MOST}+` : String(unread);
  }
}
