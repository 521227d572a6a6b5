import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '#contracts/account.ts';
import { codeHostQuestion } from '#contracts/code-host.ts';
import { errorResponse } from '#contracts/errors.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  codeHostOf,
  OAUTH_MS,
  startOAuth,
  unlinkOAuthAccount,
} from '../../services/oauth/oauth.ts';

/** A borrowed device must not change how its owner signs in. */
const config = { confirmed: true };

/** Connecting an account of a code-hosting service to one's own, and taking that back. */
export const memberCodeHostRoutes: FastifyPluginAsyncZod = async (app) => {
  const { accounts, sessionCookies } = app;

  app.post(
    '/api/account/code-host',
    { schema: { response: { 200: codeHostQuestion, '4xx': errorResponse } }, config },
    async (request, reply) => {
      const input = { userId: viewerOf(request).userId, remember: false };
      const { url, browser } = await startOAuth(accounts, input);
      sessionCookies.set(reply, 'code-host', browser, OAUTH_MS);
      return { url };
    },
  );

  app.delete(
    '/api/account/code-host',
    { schema: { response: { 200: doneResponse, '4xx': errorResponse } }, config },
    async (request) => {
      await unlinkOAuthAccount(accounts, viewerOf(request).userId);
      return { msg: `${codeHostOf(accounts).name} can no longer be used to sign in.` };
    },
  );
};
