import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  unsubscribeQuery,
  unsubscribeRequest,
  unsubscribeResponse,
} from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { unsubscribeFromKind } from '../../services/notifications/preferences.ts';
import { acceptUrlencodedForms } from '../urlencoded-forms.ts';

/** Requests per client and hour; an email provider unsubscribes on behalf of many recipients. */
const unsubscribeRateLimit = { max: 300, timeWindow: 3_600_000 } as const;

/** Routes for unsubscribing from emails of one kind without signing in. */
export async function unsubscribeNotificationRoutes(
  app: FastifyInstance,
  context: AppContext,
): Promise<void> {
  // Only in this scope, for one-click requests of email providers (RFC 8058).
  acceptUrlencodedForms(app);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/notifications/unsubscribe',
    {
      schema: {
        querystring: unsubscribeQuery,
        body: unsubscribeRequest,
        response: { 200: unsubscribeResponse, '4xx': errorResponse },
      },
      config: { rateLimit: unsubscribeRateLimit },
    },
    async (request, reply) => {
      const token = request.query.token ?? request.body?.token;
      if (token === undefined) throw new DomainError('LINK_INVALID');
      await unsubscribeFromKind(context, token);
      // A form without JavaScript: the browser shows the response as a page.
      const form = request.headers['content-type']?.startsWith('application/x-www-form');
      if (form && request.query.token === undefined) {
        return reply.redirect('/stop-mails#stopped', 303) as never;
      }
      return {
        msg: 'You have been unsubscribed from these emails. Your other settings are unchanged.',
      };
    },
  );

  // Email programs may open the URL instead of posting to it; GET changes nothing.
  routes.get(
    '/api/notifications/unsubscribe',
    { schema: { querystring: unsubscribeQuery } },
    async (request, reply) =>
      reply.redirect(`/stop-mails#token=${encodeURIComponent(request.query.token ?? '')}`, 303),
  );
}
