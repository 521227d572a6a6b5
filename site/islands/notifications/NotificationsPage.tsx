import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { pluralize } from '../../format/pluralize.ts';
import {
  $notifications,
  closeNotifications,
  deleteNotification,
  markAllRead,
  markNotification,
  openNotifications,
  reloadNotifications,
} from '../../stores/notifications.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListFrame } from '../ui/ListFrame.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { NotificationChoices } from './NotificationChoices.tsx';
import { NotificationItem } from './NotificationItem.tsx';

/** /notifications. */
export function NotificationsPage() {
  return (
    <MembersOnly loading="Loading your notifications">
      {() => (
        <>
          <Notifications />
          <NotificationChoices />
        </>
      )}
    </MembersOnly>
  );
}

/** The member's notifications, newest first, kept current by live events. */
function Notifications() {
  const section = useRef<HTMLElement>(null);
  const { page, list, unread } = useStore($notifications);
  useEffect(() => {
    void openNotifications(1);
    return closeNotifications;
  }, []);

  /** Moves the focus off a button that is about to disappear. */
  async function sendAndFocus(sent: Promise<void>) {
    await sent;
    section.current?.focus();
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="Your notifications">
      <ListFrame
        loaded={list ?? { state: 'loading', last: null }}
        onRetry={reloadNotifications}
        page={page}
        onPage={(next) => {
          void openNotifications(next);
          section.current?.focus();
          section.current?.scrollIntoView();
        }}
        loading="Loading your notifications"
        summary={({ result, unread }) => `${pluralize(result, 'notification')}, ${unread} unread`}
        beside={{
          className: 'told__bar',
          content: unread > 0 && (
            <button
              type="button"
              className="button button--small"
              onClick={() => void sendAndFocus(markAllRead())}
            >
              Mark all as read
            </button>
          ),
        }}
        empty={
          <EmptyState title="No notifications yet">
            Replies, moderation decisions and new articles you follow appear here.
          </EmptyState>
        }
      >
        {({ notifications }) => (
          <ul className="told__list">
            {notifications.map((notification) => (
              <NotificationItem
                key={notification._id}
                notification={notification}
                onMark={(read) => void markNotification(notification._id, read)}
                onDelete={() => void sendAndFocus(deleteNotification(notification._id))}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}
