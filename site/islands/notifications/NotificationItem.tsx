import type { NotificationResponse } from '#contracts/notification.ts';
import { longDate } from '../../format/dates.ts';
import { relativeTime } from '../../format/times.ts';

interface Props {
  notification: NotificationResponse;
  onMark(read: boolean): void;
  onDelete(): void;
}

/** One notification with its actions. */
export function NotificationItem({ notification, onMark, onDelete }: Props) {
  const { _id, title, excerpt, path, read, createdAt } = notification;
  return (
    <li className={read ? 'told__one' : 'told__one told__one--unread'}>
      <p className="meta">
        {!read && <span className="told__new">Unread</span>}
        <time dateTime={createdAt} title={longDate(createdAt)}>
          {relativeTime(createdAt)}
        </time>
      </p>
      <h2 dir="auto">
        {path === null ? (
          title
        ) : (
          <a href={path} onClick={() => !read && markWhileLeaving(_id)}>
            {title}
          </a>
        )}
      </h2>
      {excerpt && (
        <p className="told__excerpt" dir="auto">
          {excerpt}
        </p>
      )}
      <p className="told__actions">
        <button type="button" className="button button--small" onClick={() => onMark(!read)}>
          {read ? 'Mark as unread' : 'Mark as read'}
          <span className="quiet"> {title}</span>
        </button>
        <button type="button" className="button button--small" onClick={onDelete}>
          Delete<span className="quiet"> {title}</span>
        </button>
      </p>
    </li>
  );
}

/** Marks a notification as read even if the page is closed before the API responds. */
function markWhileLeaving(id: string): void {
  void fetch(`/api/notifications/${id}`, {
    method: 'PUT',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ read: true }),
    // After a failure, the notification is still unread on the next visit.
  }).catch(() => undefined);
}
