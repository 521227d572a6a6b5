import { atom, onMount } from 'nanostores';
import type { z } from 'zod';
import type { PersonalEvent } from '#contracts/events.ts';
import type {
  notificationListResponse,
  notificationsChanged,
  preferencesResponse,
} from '#contracts/notification.ts';
import { ApiError, callApi, type Loaded } from '../client/api-client.ts';
import { followEvents } from './live.ts';
import { $session } from './session.ts';
import { showToast } from './toasts.ts';

export type NotificationList = z.infer<typeof notificationListResponse>;

type Preferences = z.infer<typeof preferencesResponse>['preferences'];

type Changed = z.infer<typeof notificationsChanged>;

const readNotifications = (page: number): Promise<NotificationList> =>
  callApi('GET', `/api/notifications?page=${page}`);

const putAllRead = (): Promise<Changed> =>
  callApi('PUT', '/api/notifications', { body: { read: true }, hasInput: false });

const putNotification = (id: string, read: boolean, keepalive = false): Promise<Changed> =>
  callApi('PUT', `/api/notifications/${id}`, { body: { read }, keepalive, hasInput: false });

const removeNotification = (id: string): Promise<Changed> =>
  callApi('DELETE', `/api/notifications/${id}`);

export const readPreferences = (signal: AbortSignal): Promise<{ preferences: Preferences }> =>
  callApi('GET', '/api/notifications/preferences', { signal });

export const changePreference = (change: {
  kind: string;
  inSite?: boolean;
  byEmail?: boolean;
}): Promise<{ preferences: Preferences }> =>
  callApi('PUT', '/api/notifications/preferences', { body: change, hasInput: false });

interface Notifications {
  /** Number of unread notifications; 0 for guests and until it is loaded. */
  unread: number;
  /** Number of the shown page. */
  page: number;
  /** The shown page of the list; null until it is opened. */
  list: Loaded<NotificationList> | null;
}

/** The member's notifications: the number of unread ones, and the list after it is opened. */
export const $notifications = atom<Notifications>({ unread: 0, page: 1, list: null });

/** Accessible name of the link to the notifications. */
export const unreadLabel = (unread: number): string =>
  unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';

const changeNotifications = (changed: Partial<Notifications>) =>
  $notifications.set({ ...$notifications.get(), ...changed });

onMount($notifications, () => {
  if (import.meta.env.SSR) return;
  const unsubscribeSession = $session.subscribe((session) => {
    if (session.state === 'signed-in')
      changeNotifications({ unread: session.personal.unreadNotifications });
  });
  const stopFollowing = followEvents('me', {
    event(data) {
      const event = data as PersonalEvent;
      if (event.type !== 'notifications') return;
      changeNotifications({ unread: event.unread });
      void reloadNotifications();
      // Only the visible tab shows the toast.
      if (event.title === undefined || document.visibilityState !== 'visible') return;
      showToast({ type: 'SUCCESS', message: event.title });
    },
    joined: reloadNotifications,
  });
  return () => {
    unsubscribeSession();
    stopFollowing();
  };
});

/** Number of the latest request. Responses to earlier ones are ignored. */
let latestRequest = 0;

/** Shows a page of the list. */
export async function openNotifications(page: number): Promise<void> {
  latestRequest += 1;
  const number = latestRequest;
  const { list } = $notifications.get();
  const earlier = list?.value ?? null;
  changeNotifications({ page, list: { state: 'loading', value: earlier } });
  try {
    const value = await readNotifications(page);
    if (number === latestRequest)
      changeNotifications({ list: { state: 'ready', value }, unread: value.unread });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message: reason, code } = error;
    if (number !== latestRequest) return;
    const isSamePage = earlier?.page === page;
    changeNotifications({
      list: { state: 'failed', value: isSamePage ? earlier : null, reason, code },
    });
  }
}

/** Loads the page again, if one is shown. */
export async function reloadNotifications(): Promise<void> {
  const { list, page } = $notifications.get();
  if (list) await openNotifications(page);
}

/** Removes the list when its page is closed. */
export const closeNotifications = (): void => changeNotifications({ list: null });

export const markNotification = (id: string, read: boolean) =>
  sendChange(() => putNotification(id, read), false);
/** Marks a notification as read even if the page is closed before the API responds. */
export const markWhileLeaving = (id: string): Promise<void> =>
  putNotification(id, true, true).then(
    () => undefined,
    // The notification is still unread on the next visit.
    () => undefined,
  );
export const markAllRead = () => sendChange(putAllRead);
export const deleteNotification = (id: string) => sendChange(() => removeNotification(id));

async function sendChange(call: () => Promise<{ msg: string }>, isAnnounced = true): Promise<void> {
  try {
    const { msg } = await call();
    if (isAnnounced) showToast({ type: 'SUCCESS', message: msg });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ type: 'error', message: error.message });
  }
  // The button stays busy until its notification is gone.
  await reloadNotifications();
}
