import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  allReadRequest,
  notificationChangeRequest,
  notificationListQuery,
  notificationListResponse,
  notificationsChanged,
  preferenceRequest,
  preferencesResponse,
} from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  getNotificationPage,
  markRead,
  removeNotification,
} from '../../services/notifications/notification-list.ts';
import { getPreferences, updatePreference } from '../../services/notifications/preferences.ts';

const params = z.strictObject({ id: z.string().min(1).max(40) });
const changed = { 200: notificationsChanged };

/** Routes for notifications and notification preferences. */
export const notificationRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/notifications',
    { schema: { querystring: notificationListQuery, response: { 200: notificationListResponse } } },
    async (request) => getNotificationPage(context, viewerOf(request), request.query),
  );

  app.put(
    '/api/notifications',
    { schema: { body: allReadRequest, response: changed } },
    async (request) => {
      const all = { publicId: null, read: true };
      return { msg: 'All read.', unread: await markRead(context, viewerOf(request), all) };
    },
  );

  app.put(
    '/api/notifications/:id',
    { schema: { params, body: notificationChangeRequest, response: changed } },
    async (request) => {
      const one = { publicId: request.params.id, read: request.body.read };
      const unread = await markRead(context, viewerOf(request), one);
      return { msg: one.read ? 'Marked as read.' : 'Marked as unread.', unread };
    },
  );

  app.delete(
    '/api/notifications/:id',
    { schema: { params, response: changed } },
    async (request) => {
      const unread = await removeNotification(context, viewerOf(request), request.params.id);
      return { msg: 'Deleted.', unread };
    },
  );

  const preferences = { 200: preferencesResponse };
  app.get(
    '/api/notifications/preferences',
    { schema: { response: preferences } },
    async (request) => ({
      preferences: getPreferences(context.database.query, viewerOf(request).userId),
    }),
  );

  app.put(
    '/api/notifications/preferences',
    { schema: { body: preferenceRequest, response: preferences } },
    async (request) => ({
      preferences: await updatePreference(context, viewerOf(request).userId, request.body),
    }),
  );
};
