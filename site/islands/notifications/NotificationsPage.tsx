import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { NotificationKind, NotificationResponse } from '#contracts/notification.ts';
import { longDate, relativeTime } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import {
  $notifications,
  changePreference,
  closeNotifications,
  deleteNotification,
  markAllRead,
  markNotification,
  markWhileLeaving,
  type NotificationList,
  openNotifications,
  readPreferences,
  reloadNotifications,
} from '../../stores/notifications.ts';
import { showToast } from '../../stores/toasts.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { ListFrame } from '../ui/ListFrame.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { useExclusive } from '../ui/use-action.tsx';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';
import { usePageParam } from '../ui/use-search-params.ts';

const names = {
  article: ['New articles', 'if you subscribe with the bell of an article'],
  reply: ['Replies', 'to your comments'],
  like: ['Likes', 'of your comments'],
  moderation: ['Decisions', 'about your comments'],
  purchase: ['Purchases', 'new versions of your products'],
  security: ['Security', 'of your account (always sent by email)'],
} as const satisfies Record<NotificationKind, readonly [string, string]>;

type Channel = 'inSite' | 'byEmail';

const channelNames = { inSite: 'here', byEmail: 'by email' } as const;

interface NotificationItemProps {
  notification: NotificationResponse;
  onMark(read: boolean): Promise<void>;
  onDelete(): Promise<void>;
}

/** /notifications. */
export function NotificationsPage() {
  return (
    <MembersOnly loading="Loading your notifications">
      {() => (
        <>
          <Notifications />
          <NotificationPreferences />
        </>
      )}
    </MembersOnly>
  );
}

/** The member's notifications, newest first, kept current by real-time events. */
function Notifications() {
  const section = useRef<HTMLElement>(null);
  const { list, unread } = useStore($notifications);
  const { page, onPage, onLast } = usePageParam();
  useEffect(() => {
    void openNotifications(page);
  }, [page]);
  useEffect(() => closeNotifications, []);

  return (
    <section ref={section} tabIndex={-1} aria-label="Your notifications">
      <ListFrame<NotificationList>
        loaded={list ?? { state: 'loading', value: null }}
        onRetry={reloadNotifications}
        page={page}
        onPage={(next) => {
          onPage(next);
          section.current?.focus();
          section.current?.scrollIntoView();
        }}
        onLast={onLast}
        focusOn={() => section.current}
        loading="Loading your notifications"
        summary={({ result, unread }) => `${pluralize(result, 'notification')}, ${unread} unread`}
        beside={{
          className: 'notifications__bar',
          content: unread > 0 && (
            <BusyButton className="button button--small" onPress={markAllRead}>
              Mark all as read
            </BusyButton>
          ),
        }}
        empty={
          <EmptyState title="No notifications yet">
            Replies, moderation decisions and new articles you follow appear here.
          </EmptyState>
        }
      >
        {({ notifications }) => (
          <ul className="notifications__list">
            {notifications.map((notification) => (
              <NotificationItem
                key={notification._id}
                notification={notification}
                onMark={(read) => markNotification(notification._id, read)}
                onDelete={() => deleteNotification(notification._id)}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

/** One notification with its actions. */
function NotificationItem({ notification, onMark, onDelete }: NotificationItemProps) {
  const { _id, title, excerpt, path, read, createdAt } = notification;
  return (
    <li
      className={read ? 'notifications__item' : 'notifications__item notifications__item--unread'}
    >
      <p className="meta">
        {!read && <span className="notifications__new">Unread</span>}
        <time dateTime={createdAt} title={longDate(createdAt)}>
          {relativeTime(createdAt)}
        </time>
      </p>
      <h2 dir="auto">
        {path === null ? (
          title
        ) : (
          <a href={path} onClick={() => !read && void markWhileLeaving(_id)}>
            {title}
          </a>
        )}
      </h2>
      {excerpt && (
        <p className="notifications__excerpt" dir="auto">
          {excerpt}
        </p>
      )}
      <p className="notifications__actions">
        <BusyButton className="button button--small" onPress={() => onMark(!read)}>
          {read ? 'Mark as unread' : 'Mark as read'}
          <span className="visually-hidden"> {title}</span>
        </BusyButton>
        <BusyButton className="button button--small" onPress={onDelete}>
          Delete<span className="visually-hidden"> {title}</span>
        </BusyButton>
      </p>
    </li>
  );
}

/** Notification preferences, for the site and for email. Each change is saved immediately. */
function NotificationPreferences() {
  const section = useRef<HTMLElement>(null);
  const { loaded, reload, change } = useFetch(readPreferences);
  const runExclusive = useExclusive();
  const preferences = loaded.value?.preferences;
  const isReady = preferences !== undefined;
  useEffect(() => {
    if (isReady && location.hash === '#preferences') section.current?.scrollIntoView();
  }, [isReady]);

  /** Shows the change immediately and reverts it if the API refuses. */
  const choose = (kind: NotificationKind, channel: Channel, isOn: boolean) =>
    runExclusive([`${kind} ${channel}`], async () => {
      const show = (shown: boolean) =>
        change((current) => ({
          preferences: current.preferences.map((item) =>
            item.kind === kind ? { ...item, [channel]: shown } : item,
          ),
        }));
      show(isOn);
      try {
        await changePreference({ kind, [channel]: isOn });
        showToast({ type: 'SUCCESS', message: 'Saved.' });
      } catch (error) {
        show(!isOn);
        showToast({ type: 'error', message: errorMessage(error) });
      }
    });

  return (
    <section className="notifications__section" ref={section} aria-labelledby="preferences-title">
      <h2 id="preferences-title">Notification preferences</h2>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      <table className="table notifications__preferences" hidden={loaded.state === 'failed'}>
        <TableHead columns={['What', 'Here', 'By email']} />
        <tbody>
          {preferences?.map((preference) => {
            const { kind } = preference;
            const [name, more] = names[kind];
            return (
              <tr key={kind}>
                <th scope="row">
                  {name}
                  <span> {more}</span>
                </th>
                {(['inSite', 'byEmail'] as const).map((channel) => (
                  <td key={channel}>
                    {/* The label makes the whole cell the target. */}
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`${name}: ${channelNames[channel]}`}
                        checked={preference[channel]}
                        disabled={kind === 'security' && channel === 'byEmail'}
                        onChange={(event) =>
                          void choose(kind, channel, event.currentTarget.checked)
                        }
                      />
                    </label>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
