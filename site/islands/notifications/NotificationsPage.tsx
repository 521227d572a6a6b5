import { useCallback, useEffect, useRef, useState } from 'react';
import { listen } from '../../client/live.ts';
import { showToast } from '../../client/show-toast.ts';
import { counted } from '../../lib/format.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { knownOf, sentence, useLoaded } from '../use-loaded.ts';
import { NotificationChoices } from './NotificationChoices.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import {
  deleteNotification,
  listNotifications,
  markAllRead,
  markNotification,
} from './notification-calls.ts';

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
  const [page, setPage] = useState(1);
  const load = useCallback((signal: AbortSignal) => listNotifications(page, signal), [page]);
  const { loaded, reload } = useLoaded(load);
  const list = knownOf(loaded);
  useEffect(() => listen('me', { event: reload, joined: reload }), [reload]);

  async function change(call: () => Promise<{ msg: string }>, isAnnounced: boolean) {
    try {
      const { msg } = await call();
      if (isAnnounced) void showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      void showToast({ type: 'error', message: sentence(error) });
    }
    reload();
  }

  /** Moves the focus off a button that is about to disappear. */
  async function changeAndFocus(call: () => Promise<{ msg: string }>) {
    await change(call, true);
    section.current?.focus();
  }

  return (
    <section ref={section} tabIndex={-1} aria-label="Your notifications">
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={(next) => {
          setPage(next);
          section.current?.focus();
          section.current?.scrollIntoView();
        }}
        loading="Loading your notifications"
        summary={({ result, unread }) => `${counted(result, 'notification')}, ${unread} unread`}
        beside={{
          className: 'told__bar',
          content: list !== null && list.unread > 0 && (
            <button
              type="button"
              className="button button--small"
              onClick={() => void changeAndFocus(markAllRead)}
            >
              Mark all as read
            </button>
          ),
        }}
        empty={
          <EmptyState title="Nothing has happened yet">
            Replies to your comments, decisions about them, and new articles you asked to be told of
            arrive here.
          </EmptyState>
        }
      >
        {({ notifications }) => (
          <ul className="told__list">
            {notifications.map((notification) => (
              <NotificationItem
                key={notification._id}
                notification={notification}
                onMark={(read) =>
                  void change(() => markNotification(notification._id, read), false)
                }
                onDelete={() => void changeAndFocus(() => deleteNotification(notification._id))}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}
