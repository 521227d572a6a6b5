import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accountResponse,
  confirmRequest,
  doneResponse,
  emailChangeRequest,
  passwordChangeRequest,
} from '#contracts/account.ts';
import { HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import {
  accountDeletionRequest,
  ownDataResponse,
  profileRequest,
  profileResponse,
} from '#contracts/profile.ts';
import { oauthRedirect } from '#contracts/session.ts';
import { userInfoQuery, userInfoResponse } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { ipAddressOf } from '../../plugins/rate-limit.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  OAUTH_MS,
  oauthProviderOf,
  startOAuth,
  unlinkOAuthAccount,
} from '../../services/oauth/oauth.ts';
import { changePassword } from '../../services/passwords/change-password.ts';
import { deleteOwnAccount, exportOwnData } from '../../services/profile/account-data.ts';
import { saveProfile } from '../../services/profile/profile-changes.ts';
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
import { getUserInfo } from '../../services/users/user-response.ts';

/** A borrowed device must not read all data, delete the account or change how its owner signs in. */
const config = { requiresRecentAuth: true };

/** Low limit because an export reads every table. */
const dataLimit = { max: 10, timeWindow: HOUR_MS } as const;

/** Limit of requested emails per IP address, for all accounts together. */
const emailLimit = { max: 10, timeWindow: HOUR_MS, hook: 'preHandler' } as const;
const sessionParams = z.strictObject({ id: z.string().min(1).max(200) });
const done = { 200: doneResponse };

/** Limit because each change of name or profile picture renders pages. */
const saveLimit = { max: 20, timeWindow: MINUTE_MS, hook: 'preHandler' } as const;

/** Routes of the own account: profile, sign-in, data and deletion. */
export const accountRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const { accounts, sessionCookies } = app;

  app.post(
    '/api/account/oauth',
    { schema: { response: { 200: oauthRedirect } }, config },
    async (request, reply) => {
      const input = { userId: viewerOf(request).userId, remember: false };
      const { url, browser } = await startOAuth(accounts, input);
      sessionCookies.set(reply, 'oauth', browser, OAUTH_MS);
      return { url };
    },
  );

  app.delete('/api/account/oauth', { schema: { response: done }, config }, async (request) => {
    await unlinkOAuthAccount(accounts, viewerOf(request).userId);
    return { msg: `${oauthProviderOf(accounts).name} can no longer be used to sign in.` };
  });

  app.get('/api/account', { schema: { response: { 200: accountResponse } } }, async (request) => ({
    account: readAccount(accounts, viewerOf(request)),
  }));

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
      const ipAddress = ipAddressOf(request);
      await reauthenticate(accounts, { ...request.body, userId, sessionId, ipAddress });
      return { msg: 'Thank you.' };
    },
  );

  app.put(
    '/api/account/password',
    { schema: { body: passwordChangeRequest, response: done } },
    async (request) => {
      const { userId, sessionId } = viewerOf(request);
      const ipAddress = ipAddressOf(request);
      await changePassword(accounts, { ...request.body, userId, sessionId, ipAddress });
      return { msg: 'Your password has been changed. Your other devices are signed out.' };
    },
  );

  app.put(
    '/api/account/email',
    {
      schema: { body: emailChangeRequest, response: done },
      config: { rateLimit: emailLimit, requiresRecentAuth: true },
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
    { schema: { response: done }, config: { rateLimit: emailLimit } },
    async (request) => {
      const email = await resendConfirmation(accounts, viewerOf(request).userId);
      return { msg: `We have sent another email to ${email}.` };
    },
  );

  app.get(
    '/api/account/data',
    {
      exposeHeadRoute: false,
      schema: { response: { 200: ownDataResponse } },
      config: { rateLimit: dataLimit, requiresRecentAuth: true },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      return exportOwnData(context, viewerOf(request).userId);
    },
  );

  app.delete(
    '/api/account',
    { schema: { body: accountDeletionRequest, response: done }, config },
    async (request, reply) => {
      await deleteOwnAccount(context, viewerOf(request).userId, request.body);
      sessionCookies.clear(reply);
      return { msg: 'Your account is deleted.' };
    },
  );

  app.get(
    '/api/user/info',
    { schema: { querystring: userInfoQuery, response: { 200: userInfoResponse } } },
    async ({ viewer, query }) => {
      if (!viewer) throw new DomainError('NOT_SIGNED_IN');
      return getUserInfo(context, viewer, query.article);
    },
  );

  app.put(
    '/api/user/profile',
    {
      schema: { body: profileRequest, response: { 200: profileResponse } },
      config: { rateLimit: saveLimit },
    },
    async (request) => {
      const users = await saveProfile(context, viewerOf(request).userId, request.body);
      return { msg: 'Your profile is saved.', users };
    },
  );
};
