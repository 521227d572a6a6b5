import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { leaveQuery, leaveRequest, leaveResponse } from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { leaveMails } from '../../services/notifications/preferences.ts';
import { acceptPlainForms } from '../plain-forms.ts';

/** Links that one address may try in an hour; a provider of mail leaves on behalf of many. */
const linkLimit = { max: 300, timeWindow: 3_600_000 } as const;

/** The way out of mails about one kind of thing, without signing in. */
export async function leaveNotificationRoutes(
  app: FastifyInstance,
  context: AppContext,
): Promise<void> {
  // In this scope alone, for the one-click requests of mail programs (RFC 8058).
  acceptPlainForms(app);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/notifications/unsubscribe',
    {
      schema: {
        querystring: leaveQuery,
        body: leaveRequest,
        response: { 200: leaveResponse, '4xx': errorResponse },
      },
      config: { rateLimit: linkLimit },
    },
    async (request, reply) => {
      const token = request.query.token ?? request.body?.token;
      if (token === undefined) throw new DomainError('LINK_INVALID');
      await leaveMails(context, token);
      // A browser without scripts, which shows whatever comes back.
      const form = request.headers['content-type']?.startsWith('application/x-www-form');
      if (form && request.query.token === undefined) {
        return reply.redirect('/stop-mails#stopped', 303) as never;
      }
      return { msg: 'You will get no more mails of this kind. Everything else stays as it was.' };
    },
  );

  // Where a mail program opens the address instead of posting to it. Changes nothing.
  routes.get(
    '/api/notifications/unsubscribe',
    { schema: { querystring: leaveQuery } },
    async (request, reply) =>
      reply.redirect(`/stop-mails#token=${encodeURIComponent(request.query.token ?? '')}`, 303),
  );
}
