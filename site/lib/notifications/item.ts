import type { NotificationResponse } from '#contracts/notification.ts';
import { ageOf } from '../age.ts';
import { longDate } from '../format.ts';
import { element } from '../search/elements.ts';

interface Deeds {
  mark(id: string, read: boolean): Promise<void>;
  remove(id: string): Promise<void>;
}

/** One notification with what can be done about it. All of it is text. */
export function itemOf(told: NotificationResponse, { mark, remove }: Deeds): HTMLElement {
  const { _id, title, excerpt, path, read, createdAt } = told;
  const name = element('span', { id: `told-${_id}-title`, dir: 'auto' }, title);
  const heading = element('h2', {});
  if (path === null) heading.append(name);
  else {
    const link = element('a', { href: path, 'data-control': 'link' }, name);
    // The page may be gone before an answer comes, which nobody waits for.
    if (!read) link.addEventListener('click', () => markAndGo(_id));
    heading.append(link);
  }
  const of = () => element('span', { class: 'quiet' }, ` ${title}`);
  const toggle = element(
    'button',
    { class: 'button button--small', type: 'button', 'data-control': 'mark' },
    read ? 'Mark as unread' : 'Mark as read',
    of(),
  );
  toggle.addEventListener('click', () => void mark(_id, !read));
  const away = element(
    'button',
    { class: 'button button--small', type: 'button', 'data-control': 'remove' },
    'Delete',
    of(),
  );
  away.addEventListener('click', () => void remove(_id));
  const time = element(
    'time',
    { datetime: createdAt, title: longDate(createdAt) },
    ageOf(createdAt),
  );
  return element(
    'li',
    { id: `told-${_id}`, class: read ? 'told__one' : 'told__one told__one--unread' },
    element(
      'p',
      { class: 'meta' },
      ...(read ? [] : [element('span', { class: 'told__new' }, 'Unread')]),
      time,
    ),
    heading,
    ...(excerpt ? [element('p', { class: 'told__excerpt', dir: 'auto' }, excerpt)] : []),
    element('p', { class: 'told__actions' }, toggle, away),
  );
}

function markAndGo(id: string): void {
  void fetch(`/api/notifications/${id}`, {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ read: true }),
  }).catch(() => undefined);
}
