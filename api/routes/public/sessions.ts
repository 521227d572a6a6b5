import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import {
  codeSignIn,
  loginRequest,
  logoutResponse,
  oauthFinish,
  oauthFinished,
  oauthProviderResponse,
  oauthRedirect,
  oauthRequest,
  passkeyOptionsRequest,
  passkeyOptionsResponse,
  passkeySignIn,
  registerRequest,
  sessionResponse,
  signInRefused,
} from '#contracts/session.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { ipAddressOf } from '../../plugins/rate-limit.ts';
import { ACCESS_TOKEN_MS, bearerToken, rejectExpiredMember } from '../../plugins/session.ts';
import { handleOAuthCallback, OAUTH_MS, startOAuth } from '../../services/oauth/oauth.ts';
import { register } from '../../services/registration/register.ts';
import { createPasskeySignIn, signInByPasskey } from '../../services/second-factors/passkeys.ts';
import {
  endSessions,
  readRefreshToken,
  refreshSession,
  type SessionGrant,
} from '../../services/sessions/sessions.ts';
import {
  createDevice,
  createDeviceCookie,
  DEVICE_COOKIE_MS,
  readDeviceCookie,
  rememberDevice,
  signIn,
  signInByCode,
} from '../../services/sessions/sign-in.ts';
import { toOwnUser } from '../../services/users/user-response.ts';

/** Limit of registrations, which reveal existing email addresses. */
const registerLimit = { max: 10, timeWindow: 60 * MINUTE_MS };
/** Higher than the login limiter, which counts failed passwords; only reduces load. */
const loginLimit = { max: 60, timeWindow: MINUTE_MS };
const refreshLimit = { max: 120, timeWindow: MINUTE_MS };

const nothing = z.strictObject({}).nullish();
/** Fastify handles HEAD by running the GET handler, which changes data here. */
const exposeHeadRoute = false;
const ignoresToken = true;

/** Routes of registration, sign-in, sign-out and session refresh. */
export const sessionRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const { accounts } = app;
  const { refreshKey, deviceKey } = accounts;
  const responder = createSessionResponder(app, context, { refreshKey, deviceKey });

  app.post(
    '/api/user/register',
    {
      schema: { body: registerRequest, response: { 201: sessionResponse } },
      config: { rateLimit: registerLimit, ignoresToken },
    },
    async (request, reply) => {
      const { name, email, password, secret } = request.body;
      if (Object.hasOwn(request.body, 'role')) {
        request.log.info({ path: '/api/user/register' }, 'role ignored');
      }
      const userAgent = userAgentOf(request);
      const registration = { name, email, password, setupToken: secret || null, userAgent };
      const grant = await register(accounts, registration);
      reply.status(201);
      return responder.signedIn(request, reply, grant, { msg: 'Registered. You are signed in.' });
    },
  );

  app.post(
    '/api/user/login',
    {
      schema: { body: loginRequest, response: { 200: sessionResponse, 401: signInRefused } },
      config: { rateLimit: loginLimit, ignoresToken },
    },
    async (request, reply) => {
      const { email, password, rememberMe } = request.body;
      const deviceCookie = app.sessionCookies.read(request, 'device');
      const grant = await signIn(accounts, {
        email,
        password,
        remember: rememberMe,
        ipAddress: ipAddressOf(request),
        device: readDeviceCookie(deviceCookie, email, deviceKey),
        userAgent: userAgentOf(request),
      });
      return responder.signedIn(request, reply, grant);
    },
  );

  app.post(
    '/api/user/login/code',
    {
      schema: { body: codeSignIn, response: { 200: sessionResponse } },
      config: { rateLimit: loginLimit, ignoresToken },
    },
    async (request, reply) => {
      const step = { ...request.body, userAgent: userAgentOf(request) };
      const grant = await signInByCode(accounts, step);
      return responder.signedIn(request, reply, grant, { trust: true });
    },
  );

  app.post(
    '/api/user/login/passkey/options',
    {
      schema: { body: passkeyOptionsRequest, response: { 200: passkeyOptionsResponse } },
      config: { rateLimit: loginLimit, ignoresToken },
    },
    async (request) => createPasskeySignIn(accounts, request.body.signInToken),
  );

  app.post(
    '/api/user/login/passkey',
    {
      schema: { body: passkeySignIn, response: { 200: sessionResponse } },
      config: { rateLimit: loginLimit, ignoresToken },
    },
    async (request, reply) => {
      const { rememberMe, ...credential } = request.body;
      const how = { remember: rememberMe, userAgent: userAgentOf(request) };
      const grant = await signInByPasskey(accounts, { ...credential, ...how });
      return responder.signedIn(request, reply, grant, { trust: true });
    },
  );

  app.get(
    '/api/user/refresh_token',
    {
      schema: { response: { 200: sessionResponse } },
      config: { rateLimit: refreshLimit, sameOrigin: true, ignoresToken },
      exposeHeadRoute,
    },
    async (request, reply) => {
      const token = app.sessionCookies.read(request, 'refresh');
      if (!token) throw new DomainError('NOT_SIGNED_IN');
      // An error keeps the cookies: another tab may have signed in meanwhile.
      const grant = await refreshSession(context, refreshKey, token);
      return responder.refreshed(reply, grant);
    },
  );

  app.post(
    '/api/user/logout',
    { schema: { body: nothing, response: { 200: logoutResponse } }, config: { ignoresToken } },
    async (request, reply) => responder.signedOut(request, reply),
  );

  app.get(
    '/user/logout',
    {
      schema: { response: { 200: logoutResponse } },
      config: { sameOrigin: true, ignoresToken },
      exposeHeadRoute,
    },
    async (request, reply) => {
      // The refresh token is not sent to this path, and the access token expires after 15 minutes.
      // Without it, the request is redirected to a path that receives the refresh token.
      if (responder.sessionsOf(request).length === 0)
        return reply.redirect('/api/user/logout', 303);
      return signOutAndRedirect(request, reply);
    },
  );

  app.get(
    '/api/user/logout',
    {
      schema: { hide: true, response: { 200: logoutResponse } },
      config: { sameOrigin: true, ignoresToken },
      exposeHeadRoute,
    },
    async (request, reply) => signOutAndRedirect(request, reply),
  );

  async function signOutAndRedirect(request: FastifyRequest, reply: FastifyReply) {
    const response = await responder.signedOut(request, reply);
    return isNavigation(request) ? reply.redirect('/', 303) : reply.send(response);
  }
};

function userAgentOf(request: FastifyRequest): string {
  return request.headers['user-agent'] ?? '';
}

function isNavigation({ headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode ? mode === 'navigate' : (headers.accept ?? '').includes('text/html');
}

/** Creates functions for the cookies and responses that start, refresh and end a session. */
function createSessionResponder(
  app: FastifyInstance,
  context: AppContext,
  keys: { refreshKey: Buffer; deviceKey: Buffer },
) {
  const { accessTokens, sessionCookies } = app;

  function grantAccess(reply: FastifyReply, grant: SessionGrant, msg: string) {
    const { sessionId, user, remember, refreshToken, idleUntil } = grant;
    const accesstoken = accessTokens.sign({ sessionId, publicId: user.publicId });
    sessionCookies.set(reply, 'access', accesstoken, remember ? ACCESS_TOKEN_MS : undefined);
    if (refreshToken) {
      const lifetime = remember ? idleUntil - context.clock() : undefined;
      sessionCookies.set(reply, 'refresh', refreshToken, lifetime);
    }
    return { msg, accesstoken, data: { accesstoken }, user: toOwnUser(context, user) };
  }

  /** Returns the sessions of this browser's tokens, including expired ones. */
  function sessionsOf(request: FastifyRequest): string[] {
    const access = bearerToken(request) ?? sessionCookies.read(request, 'access');
    const refresh = sessionCookies.read(request, 'refresh');
    const found = [
      access && accessTokens.readExpired(access)?.sessionId,
      refresh && readRefreshToken(refresh, keys.refreshKey),
    ];
    return [...new Set(found.filter((id) => typeof id === 'string' && id !== ''))] as string[];
  }

  return {
    sessionsOf,
    /**
     * A browser has one session: a new sign-in ends the session of its access token. The refresh
     * token is not sent to this path.
     * @param options `trust` after a second factor: this device does not need it again
     */
    async signedIn(
      request: FastifyRequest,
      reply: FastifyReply,
      grant: SessionGrant,
      { msg = 'You are signed in.', trust = false } = {},
    ) {
      await endSessions(context, sessionsOf(request));
      const { id: userId, email } = grant.user;
      const deviceCookie = sessionCookies.read(request, 'device');
      const device = readDeviceCookie(deviceCookie, email, keys.deviceKey) ?? createDevice();
      if (trust) await rememberDevice(context, userId, device);
      const newCookie = createDeviceCookie(email, keys.deviceKey, device);
      sessionCookies.set(reply, 'device', newCookie, DEVICE_COOKIE_MS);
      return grantAccess(reply, grant, msg);
    },
    refreshed: (reply: FastifyReply, grant: SessionGrant) =>
      grantAccess(reply, grant, 'Session refreshed.'),
    async signedOut(request: FastifyRequest, reply: FastifyReply) {
      await endSessions(context, sessionsOf(request));
      sessionCookies.clear(reply);
      return { msg: 'You are signed out.' };
    },
  };
}

/** Limit of sign-ins, which each wait for requests to the provider. */
const limit = { max: 30, timeWindow: MINUTE_MS };

/** Routes of the OAuth sign-in, if a provider is configured. */
export const oauthRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const { accounts, sessionCookies } = app;
  const { deviceKey } = accounts;
  const responder = createSessionResponder(app, context, accounts);
  app.addHook('onRequest', rejectExpiredMember);

  app.get(
    '/api/user/oauth',
    { schema: { response: { 200: oauthProviderResponse } } },
    async () => ({
      name: accounts.oauthProvider?.name ?? null,
    }),
  );

  app.post(
    '/api/user/oauth',
    {
      schema: { body: oauthRequest, response: { 200: oauthRedirect } },
      config: { rateLimit: limit },
    },
    async (request, reply) => {
      const input = { userId: null, remember: request.body.rememberMe };
      const { url, browser } = await startOAuth(accounts, input);
      sessionCookies.set(reply, 'oauth', browser, OAUTH_MS);
      return { url };
    },
  );

  app.post(
    '/api/user/oauth/finish',
    {
      schema: { body: oauthFinish, response: { 200: oauthFinished, 401: signInRefused } },
      config: { rateLimit: limit },
    },
    async (request, reply) => {
      const deviceCookie = sessionCookies.read(request, 'device');
      const grant = await handleOAuthCallback(accounts, {
        ...request.body,
        browser: sessionCookies.read(request, 'oauth'),
        viewerId: request.viewer?.userId ?? null,
        deviceOf: (email) => readDeviceCookie(deviceCookie, email, deviceKey),
        userAgent: request.headers['user-agent'] ?? '',
      });
      if (grant) return responder.signedIn(request, reply, grant);
      const name = accounts.oauthProvider?.name ?? '';
      return {
        msg: `${name} is connected: it can sign you in from now on.`,
        linked: true as const,
      };
    },
  );
};
