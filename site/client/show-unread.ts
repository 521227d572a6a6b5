import { $unread, setUnread } from '../stores/notifications.ts';

/** The badge shows no more digits than these. */
const SHOWN_MAX = 99;

/** Shows the number of unread notifications at the bell of the header, and keeps it current. */
export function showUnread(count: number): void {
  setUnread(count);
  $unread.subscribe((unread) => {
    for (const bell of document.querySelectorAll<HTMLElement>('[data-bell]')) {
      bell.ariaLabel = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
      const badge = bell.querySelector<HTMLElement>('[data-unread]');
      if (!badge) continue;
      badge.hidden = unread === 0;
      badge.textContent = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
    }
  });
}
