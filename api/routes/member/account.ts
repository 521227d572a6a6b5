import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accountResponse,
  confirmRequest,
  doneResponse,
  emailChangeRequest,
  passwordChangeRequest,
} from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import { addressOf } from '../../plugins/rate-limit.ts';
import { viewerOf } from '../../plugins/session.ts';
import { changePassword } from '../../services/passwords/change-password.ts';
import {
  cancelEmailChange,
  requestEmailChange,
  resendConfirmation,
} from '../../services/registration/email-address.ts';
import {
  endOtherSessions,
  endSessionOf,
  readAccount,
} from '../../services/sessions/account-overview.ts';
import { reauthenticate } from '../../services/sessions/reauthenticate.ts';

const HOUR_MS = 3_600_000;
/** Limit of requested emails per IP address, for all accounts together. */
const mailLimit = { max: 10, timeWindow: HOUR_MS, hook: 'preHandler' } as const;
const sessionParams = z.strictObject({ id: z.string().min(1).max(200) });
const done = { 200: doneResponse, '4xx': errorResponse };

/** Routes for changing the own credentials. */
export const accountRoutes: FastifyPluginAsyncZod = async (app) => {
  const { accounts } = app;

  app.get(
    '/api/account',
    { schema: { response: { 200: accountResponse, '4xx': errorResponse } } },
    async (request) => ({ account: readAccount(accounts, viewerOf(request)) }),
  );

  app.delete(
    '/api/account/sessions/:id',
    { schema: { params: sessionParams, response: done } },
    async (request) => {
      await endSessionOf(accounts, viewerOf(request).userId, request.params.id);
      return { msg: 'That device is signed out.' };
    },
  );

  app.delete('/api/account/sessions', { schema: { response: done } }, async (request) => {
    await endOtherSessions(accounts, viewerOf(request));
    return { msg: 'All other devices are signed out.' };
  });

  app.post(
    '/api/account/confirm',
    { schema: { body: confirmRequest, response: done } },
    async (request) => {
      const { userId, sessionId } = viewerOf(request);
      const address = addressOf(request);
      await reauthenticate(accounts, { ...request.body, userId, sessionId, address });
      return { msg: 'Thank you.' };
    },
  );

  app.put(
    '/api/account/password',
    { schema: { body: passwordChangeRequest, response: done } },
    async (request) => {
      const { userId, sessionId } = viewerOf(request);
      const address = addressOf(request);
      await changePassword(accounts, { ...request.body, userId, sessionId, address });
      return { msg: 'Your password has been changed. Your other devices are signed out.' };
    },
  );

  app.put(
    '/api/account/email',
    {
      schema: { body: emailChangeRequest, response: done },
      config: { rateLimit: mailLimit, confirmed: true },
    },
    async (request) => {
      const { email } = request.body;
      await requestEmailChange(accounts, viewerOf(request).userId, email);
      return {
        msg: `We have sent an email to ${email}. Open the link in it to change your email address.`,
      };
    },
  );

  app.delete('/api/account/email/change', { schema: { response: done } }, async (request) => {
    await cancelEmailChange(accounts, viewerOf(request).userId);
    return { msg: 'Your email address was not changed.' };
  });

  app.post(
    '/api/account/email/resend',
    { schema: { response: done }, config: { rateLimit: mailLimit } },
    async (request) => {
      const email = await resendConfirmation(accounts, viewerOf(request).userId);
      return { msg: `We have sent another email to ${email}.` };
    },
  );
};
