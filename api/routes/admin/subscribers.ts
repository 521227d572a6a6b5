import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  subscriberExportResponse,
  subscriberListQuery,
  subscriberListResponse,
} from '#contracts/subscriber.ts';
import type { AppContext } from '../../context.ts';
import {
  exportSubscribers,
  getSubscriberPage,
  removeSubscriber,
} from '../../services/subscribers/subscribers.ts';

const subscriberParams = z.strictObject({ id: z.string().min(1).max(200) });

/** Routes of the subscriber table. */
export const adminSubscriberRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/subscribers',
    { schema: { querystring: subscriberListQuery, response: { 200: subscriberListResponse } } },
    async (request) => getSubscriberPage(context, request.query),
  );

  app.get(
    '/api/admin/subscribers/export',
    {
      schema: { response: { 200: subscriberExportResponse } },
      // The file contains all addresses, which an unattended device must not export.
      config: { audited: true, confirmed: true },
    },
    async () => exportSubscribers(context),
  );

  app.delete(
    '/api/admin/subscribers/:id',
    {
      schema: {
        params: subscriberParams,
        response: { 200: z.object({ msg: z.string() }), 404: errorResponse },
      },
    },
    async (request) => {
      await removeSubscriber(context, request.params.id);
      return { msg: 'Deleted.' };
    },
  );
};
