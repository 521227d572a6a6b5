import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  messageChangeRequest,
  messageChangeResponse,
  messageListQuery,
  messageListResponse,
} from '#contracts/contact.ts';
import type { AppContext } from '../../context.ts';
import { markMessage, readInbox, removeMessage } from '../../services/contact.ts';

const messageParams = z.strictObject({ id: z.string().min(1).max(200) });

/** The inbox of what visitors wrote on /contact. */
export const adminMessageRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/messages',
    { schema: { querystring: messageListQuery, response: { 200: messageListResponse } } },
    async (request) => readInbox(context, request.query),
  );

  app.put(
    '/api/admin/messages/:id',
    {
      schema: {
        params: messageParams,
        body: messageChangeRequest,
        response: { 200: messageChangeResponse },
      },
    },
    async (request) => {
      const message = await markMessage(context, request.params.id, request.body.read);
      return { msg: message.read ? 'Marked as read.' : 'Marked as unread.', message };
    },
  );

  app.delete(
    '/api/admin/messages/:id',
    { schema: { params: messageParams, response: { 200: z.object({ msg: z.string() }) } } },
    async (request) => {
      await removeMessage(context, request.params.id);
      return { msg: 'Deleted.' };
    },
  );
};
