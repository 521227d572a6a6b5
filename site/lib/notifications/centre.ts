import { ApiError } from '../api-client.ts';
import { counted } from '../format.ts';
import { listen } from '../live/listen.ts';
import { element } from '../search/elements.ts';
import { showToast } from '../toast.ts';
import { troubleNotice } from '../trouble-notice.ts';
import {
  deleteNotification,
  listNotifications,
  markAllRead,
  markNotification,
  type NotificationList,
} from './calls.ts';
import { itemOf } from './item.ts';

/** The list of notifications, newest first, in step with what happens meanwhile. */
export function showNotifications(place: HTMLElement): void {
  const state = element('p', { class: 'label', role: 'status', tabindex: '-1' });
  const allRead = button('Mark all as read');
  const bar = element('div', { class: 'told__bar' }, state, allRead);
  const list = element('ul', { class: 'told__list' });
  const pager = element('nav', { class: 'pager', 'aria-label': 'Pages' });
  const trouble = element('div');
  place.append(
    element('section', { 'aria-label': 'Your notifications' }, bar, trouble, list, pager),
  );
  let page = 1;

  async function load(): Promise<void> {
    trouble.replaceChildren();
    try {
      const found = await listNotifications(page);
      // The last one of the last page may just have gone.
      if (found.notifications.length === 0 && page > 1) {
        page = Math.max(1, found.pages);
        return await load();
      }
      show(found);
    } catch (error) {
      trouble.replaceChildren(troubleNotice(sentenceOf(error), () => void load()));
    }
  }

  function show(found: NotificationList): void {
    state.textContent = `${counted(found.result, 'notification')}, ${found.unread} unread`;
    allRead.hidden = found.unread === 0;
    const focused = focusedIn(list);
    list.replaceChildren(...found.notifications.map((one) => itemOf(one, { mark, remove })));
    restore(list, focused);
    if (found.result === 0) list.replaceChildren(empty());
    pager.hidden = found.pages <= 1;
    const words = element('p', { class: 'label' }, `Page ${found.page} of ${found.pages}`);
    const newer = pageButton('← Newer', found.page - 1, found.page > 1);
    const older = pageButton('Older →', found.page + 1, found.page < found.pages);
    older?.classList.add('pager__older');
    pager.replaceChildren(...[newer, words, older].filter((part) => part !== null));
  }

  function pageButton(words: string, to: number, there: boolean): HTMLElement | null {
    if (!there) return null;
    const turn = button(words, 'button');
    turn.addEventListener('click', () => {
      page = to;
      void load().then(() => {
        state.focus();
        place.scrollIntoView();
      });
    });
    return turn;
  }

  async function act(call: () => Promise<{ msg: string }>, told = true): Promise<void> {
    try {
      const { msg } = await call();
      if (told) void showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      void showToast({ type: 'error', message: sentenceOf(error) });
    }
    await load();
  }
  const mark = (id: string, read: boolean) => act(() => markNotification(id, read), false);
  const remove = async (id: string) => {
    await act(() => deleteNotification(id));
    state.focus();
  };

  allRead.addEventListener('click', async () => {
    await act(markAllRead);
    state.focus();
  });
  listen('me', { event: () => void load(), joined: () => void load() });
  void load();
}

function button(words: string, look = 'button button--small'): HTMLButtonElement {
  return element('button', { class: look, type: 'button' }, words);
}

function empty(): HTMLElement {
  const words =
    'Replies to your comments, decisions about them, and new articles you asked to be told of arrive here.';
  return element(
    'li',
    { class: 'empty' },
    element('h2', {}, 'Nothing has happened yet'),
    element('p', {}, words),
  );
}

/** Which control of which notification has the focus, since the list is drawn anew around it. */
function focusedIn(list: HTMLElement) {
  const control = document.activeElement;
  if (!(control instanceof HTMLElement) || !list.contains(control)) return null;
  return { id: control.closest('li')?.id ?? '', role: control.dataset.control ?? '' };
}

function restore(list: HTMLElement, focused: ReturnType<typeof focusedIn>): void {
  if (!focused) return;
  const item = [...list.children].find(({ id }) => id === focused.id);
  item?.querySelector<HTMLElement>(`[data-control="${focused.role}"]`)?.focus();
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong here. Please reload the page.';
