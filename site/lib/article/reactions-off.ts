import { troubleNotice } from '../trouble-notice.ts';

/**
 * Says in the place of the toggles that they are off, and offers to try again. Once they are ready,
 * styles/article.css shows them in its place.
 */
export function sayOff(group: HTMLElement, retry: () => void): void {
  delete group.dataset.ready;
  group.parentElement?.querySelector('[data-off]')?.remove();
  const reason = navigator.onLine ? 'The server does not answer' : 'You are offline';
  const notice = troubleNotice(
    `${reason}: likes, saves and alerts are off. The article reads without them.`,
    retry,
  );
  // Nobody has asked for anything yet: it is said, and interrupts nobody.
  notice.role = 'status';
  notice.className = 'article-bar__door';
  notice.dataset.off = '';
  group.after(notice);
}
