import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  type FastifyPluginAsyncZod,
  hasZodFastifySchemaValidationErrors,
} from 'fastify-type-provider-zod';
import { HOUR_MS } from '#contracts/durations.ts';
import {
  kindUnsubscribeQuery,
  kindUnsubscribeRequest,
  kindUnsubscribeResponse,
} from '#contracts/notification.ts';
import {
  confirmRequest,
  subscribeRequest,
  subscribeResponse,
  unsubscribeQuery,
  unsubscribeRequest,
} from '#contracts/subscriber.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { openKeyring } from '../../services/keyring.ts';
import { unsubscribeFromKind } from '../../services/notifications/preferences.ts';
import {
  confirmSubscription,
  createUnsubscribeTokens,
  forwardSubscribers,
  requestSubscription,
  unsubscribeByToken,
} from '../../services/subscribers/subscribers.ts';
import { acceptUrlencodedForms, isUrlencodedForm, toPage } from '../urlencoded-forms.ts';

/** Maximum bytes of a form without JavaScript or a one-click request of an email provider (RFC 8058). */
const FORM_BYTES_MAX = 8_192;

/** Addresses that one visitor may type in; counted after the fields were checked. */
const subscribeLimit = { max: 5, timeWindow: HOUR_MS, hook: 'preHandler' } as const;
/** Requests with links per IP address; email providers unsubscribe for many users. */
const linkLimit = { max: 300, timeWindow: HOUR_MS } as const;

const responses = { 200: subscribeResponse };

/** Returns an error handler that leads a form without JavaScript to advice on its page if the link is invalid. */
function leadFormsTo(page: `/${string}`) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isInvalid =
      hasZodFastifySchemaValidationErrors(error) ||
      (error instanceof DomainError && error.code === 'LINK_INVALID');
    // Passed on to the error handler of all routes.
    if (!isInvalid || !isUrlencodedForm(request)) throw error;
    toPage(reply, `${page}#invalid-link`);
  };
}

interface Unsubscribe {
  query: { token?: string | undefined };
  body?: { token?: string | undefined } | null | undefined;
}

function tokenOf({ query, body }: Unsubscribe): string {
  const token = query.token ?? body?.token;
  if (token === undefined) throw new DomainError('LINK_INVALID');
  return token;
}

/** Routes of email subscriptions, and for stopping notifications of one kind without signing in. */
export const subscriptionRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const unsubscribeTokens = createUnsubscribeTokens(openKeyring(context.config.dataFolder));
  const forward = () =>
    forwardSubscribers(context, ({ error, ...failure }) =>
      app.log.error({ err: error, ...failure }, 'subscriber not forwarded'),
    );

  acceptUrlencodedForms(app, FORM_BYTES_MAX);

  app.post(
    '/api/subscribers',
    {
      schema: { body: subscribeRequest, response: { ...responses, 202: subscribeResponse } },
      config: { rateLimit: subscribeLimit },
    },
    async (request, reply) => {
      await requestSubscription(context, unsubscribeTokens, request.body);
      if (isUrlencodedForm(request)) return toPage(reply, '/subscribe#requested');
      reply.status(202);
      return { msg: 'Almost done: open the link in the email we have just sent you.' };
    },
  );

  app.post(
    '/api/subscribers/confirm',
    {
      schema: { body: confirmRequest, response: responses },
      config: { rateLimit: linkLimit },
      errorHandler: leadFormsTo('/subscribe/confirm'),
    },
    async (request, reply) => {
      const isNew = await confirmSubscription(context, unsubscribeTokens, request.body.token);
      if (isNew) app.runInBackground(forward, 'subscribers were not forwarded');
      if (isUrlencodedForm(request)) return toPage(reply, '/subscribe#confirmed');
      return { msg: 'You are subscribed. Thank you for reading.' };
    },
  );

  app.post(
    '/api/subscribers/unsubscribe',
    {
      schema: { querystring: unsubscribeQuery, body: unsubscribeRequest, response: responses },
      config: { rateLimit: linkLimit },
      errorHandler: leadFormsTo('/unsubscribe'),
    },
    async (request, reply) => {
      await unsubscribeByToken(context, unsubscribeTokens, tokenOf(request));
      if (isUrlencodedForm(request)) return toPage(reply, '/subscribe#left');
      return { msg: 'You have been unsubscribed and your address has been deleted.' };
    },
  );

  app.post(
    '/api/notifications/unsubscribe',
    {
      schema: {
        querystring: kindUnsubscribeQuery,
        body: kindUnsubscribeRequest,
        response: { 200: kindUnsubscribeResponse },
      },
      config: { rateLimit: linkLimit },
      errorHandler: leadFormsTo('/unsubscribe-notifications'),
    },
    async (request, reply) => {
      await unsubscribeFromKind(context, tokenOf(request));
      if (isUrlencodedForm(request)) return toPage(reply, '/unsubscribe-notifications#stopped');
      return {
        msg: 'You have been unsubscribed from these emails. Your other settings are unchanged.',
      };
    },
  );

  for (const [path, page, querystring] of [
    ['/api/subscribers/unsubscribe', '/unsubscribe', unsubscribeQuery],
    ['/api/notifications/unsubscribe', '/unsubscribe-notifications', kindUnsubscribeQuery],
  ] as const) {
    // Email programs may open the URL instead of posting to it; GET changes nothing.
    app.get(path, { schema: { querystring } }, async (request, reply) =>
      reply.redirect(`${page}#token=${encodeURIComponent(request.query.token ?? '')}`, 303),
    );
  }
};
