import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  confirmEmailRequest,
  confirmEmailResponse,
  doneResponse,
  forgotRequest,
  recentFactorsRequest,
  recentFactorsResponse,
  resetRequest,
  revertEmailRequest,
  revertEmailResponse,
} from '#contracts/account.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { ipAddressOf } from '../../plugins/rate-limit.ts';
import {
  readRecentFactors,
  requestReset,
  resetPassword,
} from '../../services/passwords/change-password.ts';
import { confirmEmail, revertEmail } from '../../services/registration/email-address.ts';

/** Counted after validation, so that invalid requests do not count. */
const forgotLimit = { max: 10, timeWindow: HOUR_MS, hook: 'preHandler' } as const;
/** Tokens of 256 bits cannot be guessed; the limit only reduces load. */
const linkLimit = { max: 60, timeWindow: HOUR_MS };

/** Routes behind the links in account emails; the pages call them when a button is pressed. */
export const accountLinkRoutes: FastifyPluginAsyncZod = async (app) => {
  const { accounts } = app;

  app.post(
    '/api/user/forgot',
    {
      schema: { body: forgotRequest, response: { 200: doneResponse } },
      config: { rateLimit: forgotLimit },
    },
    async (request) => {
      const { email } = request.body;
      // After the response, because the work takes longer for existing accounts.
      app.runInBackground(() => requestReset(accounts, email), 'reset link failed');
      return {
        msg: 'If an account exists for this email, we have sent a password reset link. It is valid for one hour.',
      };
    },
  );

  app.post(
    '/api/user/reset',
    {
      schema: { body: resetRequest, response: { 200: doneResponse } },
      config: { rateLimit: linkLimit },
    },
    async (request, reply) => {
      const ipAddress = ipAddressOf(request);
      const { first } = await resetPassword(accounts, { ...request.body, ipAddress });
      app.sessionCookies.clear(reply);
      const msg = first
        ? 'Welcome. Your password is set: you can sign in now.'
        : 'Your password has been changed and all devices are signed out. You can sign in now.';
      return { msg };
    },
  );

  app.post(
    '/api/user/reset/factors',
    {
      schema: { body: recentFactorsRequest, response: { 200: recentFactorsResponse } },
      config: { rateLimit: linkLimit },
    },
    async (request) => ({ factors: readRecentFactors(accounts, request.body.token) }),
  );

  app.post(
    '/api/user/email/revert',
    {
      schema: { body: revertEmailRequest, response: { 200: revertEmailResponse } },
      config: { rateLimit: linkLimit },
    },
    async (request, reply) => {
      const { email, resetToken } = await revertEmail(accounts, request.body.token);
      app.sessionCookies.clear(reply);
      const msg = `Your account uses ${email} again, and all devices are signed out.`;
      return { msg, email, resetToken };
    },
  );

  app.post(
    '/api/user/email/confirm',
    {
      schema: { body: confirmEmailRequest, response: { 200: confirmEmailResponse } },
      config: { rateLimit: linkLimit },
    },
    async (request) => {
      const email = await confirmEmail(accounts, request.body.token);
      return { msg: `Thank you. Your email address ${email} is confirmed.`, email };
    },
  );
};
