import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  codeHostFinish,
  codeHostFinished,
  codeHostQuestion,
  codeHostRequest,
  codeHostResponse,
  signInRefused,
} from '#contracts/session.ts';
import type { AppContext } from '../../context.ts';
import { rejectExpiredMember } from '../../plugins/session.ts';
import { handleOAuthCallback, OAUTH_MS, startOAuth } from '../../services/oauth/oauth.ts';
import { readDeviceProof } from '../../services/sessions/sign-in.ts';
import { createSessionAnswers } from './sessions.ts';

/** Limit of sign-ins, which each wait for requests to the provider. */
const limit = { max: 30, timeWindow: 60_000 };

/** Routes of the OAuth sign-in, if a provider is configured. */
export async function codeHostRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { accounts, sessionCookies } = app;
  const { deviceKey } = accounts;
  const answers = createSessionAnswers(app, context, accounts);
  app.addHook('onRequest', rejectExpiredMember);
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/user/code-host',
    { schema: { response: { 200: codeHostResponse } } },
    async () => ({ name: accounts.codeHost?.name ?? null }),
  );

  routes.post(
    '/api/user/code-host',
    {
      schema: {
        body: codeHostRequest,
        response: { 200: codeHostQuestion, '4xx': errorResponse },
      },
      config: { rateLimit: limit },
    },
    async (request, reply) => {
      const input = { userId: null, remember: request.body.rememberMe };
      const { url, browser } = await startOAuth(accounts, input);
      sessionCookies.set(reply, 'code-host', browser, OAUTH_MS);
      return { url };
    },
  );

  routes.post(
    '/api/user/code-host/finish',
    {
      schema: {
        body: codeHostFinish,
        response: { 200: codeHostFinished, 401: signInRefused, '4xx': errorResponse },
      },
      config: { rateLimit: limit },
    },
    async (request, reply) => {
      const proof = sessionCookies.read(request, 'device');
      const grant = await handleOAuthCallback(accounts, {
        ...request.body,
        browser: sessionCookies.read(request, 'code-host'),
        viewerId: request.viewer?.userId ?? null,
        deviceOf: (email) => readDeviceProof(proof, email, deviceKey),
        userAgent: request.headers['user-agent'] ?? '',
      });
      if (grant) return answers.signedIn(request, reply, grant);
      const name = accounts.codeHost?.name ?? '';
      return {
        msg: `${name} is connected: it can sign you in from now on.`,
        linked: true as const,
      };
    },
  );
}
