import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { ACCESS_TOKEN_MS } from '../../plugins/access-token.ts';
import { bearerToken } from '../../plugins/session.ts';
import {
  endSessions,
  readRefreshToken,
  type SessionGrant,
} from '../../services/sessions/sessions.ts';
import {
  createDevice,
  createDeviceProof,
  DEVICE_COOKIE_MS,
  readDeviceProof,
  rememberDevice,
} from '../../services/sessions/sign-in.ts';
import { toOwnUser } from '../../services/users/user-response.ts';

/** Creates functions for the cookies and responses that start, refresh and end a session. */
export function createSessionAnswers(
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
      const device = readDeviceProof(deviceCookie, email, keys.deviceKey) ?? createDevice();
      if (trust) await rememberDevice(context, userId, device);
      const proof = createDeviceProof(email, keys.deviceKey, device);
      sessionCookies.set(reply, 'device', proof, DEVICE_COOKIE_MS);
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
