import type { z } from 'zod';
import type {
  notificationListResponse,
  notificationsChanged,
  preferencesResponse,
} from '#contracts/notification.ts';
import { callApi } from './api-client.ts';

export type NotificationList = z.infer<typeof notificationListResponse>;
export type Preferences = z.infer<typeof preferencesResponse>['preferences'];
type Changed = z.infer<typeof notificationsChanged>;

export const listNotifications = (page: number): Promise<NotificationList> =>
  callApi('GET', `/api/notifications?page=${page}`);
export const markAllRead = (): Promise<Changed> =>
  callApi('PUT', '/api/notifications', { body: { read: true } });
export const markNotification = (id: string, read: boolean): Promise<Changed> =>
  callApi('PUT', `/api/notifications/${id}`, { body: { read } });
export const deleteNotification = (id: string): Promise<Changed> =>
  callApi('DELETE', `/api/notifications/${id}`);

export const readPreferences = (signal: AbortSignal): Promise<{ preferences: Preferences }> =>
  callApi('GET', '/api/notifications/preferences', { signal });
export const changePreference = (change: {
  kind: string;
  inSite?: boolean;
  byMail?: boolean;
}): Promise<{ preferences: Preferences }> =>
  callApi('PUT', '/api/notifications/preferences', { body: change });
