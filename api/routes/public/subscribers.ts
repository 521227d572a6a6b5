import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  confirmRequest,
  subscribeRequest,
  subscribeResponse,
  unsubscribeQuery,
  unsubscribeRequest,
} from '#contracts/subscriber.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { openKeyring } from '../../services/secrets.ts';
import { createUnsubscribeTokens } from '../../services/subscribers/letters.ts';
import {
  confirmSubscription,
  forwardSubscribers,
  requestSubscription,
  unsubscribeByToken,
} from '../../services/subscribers/subscribers.ts';
import { workAfterResponse } from '../after-response.ts';
import { acceptUrlencodedForms } from '../urlencoded-forms.ts';

const HOUR_MS = 3_600_000;
/** Addresses that one visitor may type in; counted after the fields were checked. */
const askLimit = { max: 5, timeWindow: HOUR_MS, hook: 'preHandler' } as const;
/** Requests with links per IP address; email providers unsubscribe for many users. */
const linkLimit = { max: 300, timeWindow: HOUR_MS } as const;

const answers = { 200: subscribeResponse, '4xx': errorResponse };

/** Routes of email subscriptions: request, confirm and unsubscribe. */
export async function subscriberRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const leave = createUnsubscribeTokens(openKeyring(context.config.dataFolder));
  const afterAnswer = workAfterResponse(app);
  const forward = () =>
    forwardSubscribers(context, ({ error, ...failure }) =>
      app.log.error({ err: error, ...failure }, 'the form service did not take a subscriber'),
    );

  // Only in this scope: forms without JavaScript, and one-click requests of email clients.
  acceptUrlencodedForms(app);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/subscribers',
    {
      schema: { body: subscribeRequest, response: { ...answers, 202: subscribeResponse } },
      config: { rateLimit: askLimit },
    },
    async (request, reply) => {
      await requestSubscription(context, leave, request.body);
      if (isPlainForm(request)) return toPage(reply, 'asked');
      reply.status(202);
      return { msg: 'Almost done: open the link in the email we have just sent you.' };
    },
  );

  routes.post(
    '/api/subscribers/confirm',
    { schema: { body: confirmRequest, response: answers }, config: { rateLimit: linkLimit } },
    async (request, reply) => {
      const isNew = await confirmSubscription(context, leave, request.body.token);
      if (isNew) afterAnswer(forward(), 'subscribers were not forwarded');
      if (isPlainForm(request)) return toPage(reply, 'confirmed');
      return { msg: 'You are subscribed. Thank you for reading.' };
    },
  );

  routes.post(
    '/api/subscribers/unsubscribe',
    {
      schema: { querystring: unsubscribeQuery, body: unsubscribeRequest, response: answers },
      config: { rateLimit: linkLimit },
    },
    async (request, reply) => {
      const token = request.query.token ?? request.body?.token;
      if (token === undefined) throw new DomainError('LINK_INVALID');
      await unsubscribeByToken(context, leave, token);
      const oneClick = request.query.token !== undefined;
      if (isPlainForm(request) && !oneClick) return toPage(reply, 'left');
      return { msg: 'You have been unsubscribed and your address has been deleted.' };
    },
  );

  // Email programs may open the URL instead of posting to it; GET changes nothing.
  routes.get(
    '/api/subscribers/unsubscribe',
    { schema: { querystring: unsubscribeQuery } },
    async (request, reply) =>
      reply.redirect(`/unsubscribe#token=${encodeURIComponent(request.query.token ?? '')}`, 303),
  );
}

/** True for a form without JavaScript, whose response is shown as a page. */
function isPlainForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
}

function toPage(reply: FastifyReply, part: 'asked' | 'confirmed' | 'left'): never {
  // The page shows the part that its address points at.
  return reply.redirect(`/subscribe#${part}`, 303) as never;
}
