import jwt from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { AppContext } from '../context.ts';
import { findSessionOwner } from '../db/hot/session-owner.ts';
import { DomainError } from '../errors.ts';
import { openKeyring } from '../services/secrets.ts';
import { REAUTHENTICATION_MS } from '../services/sessions/reauthenticate.ts';
import { type AccessTokens, createAccessTokens, jwtOptions } from './access-token.ts';
import { createSessionCookies, type SessionCookies } from './session-cookies.ts';

/** Signed-in caller, read from the database for each request. */
export interface Viewer {
  userId: number;
  publicId: string;
  name: string;
  role: number;
  admin: boolean;
  sessionId: string;
  /** True after a recent re-authentication. */
  confirmedLately: boolean;
  /** True for an admin without admin rights until a second factor is set up. */
  lacksSecondFactor: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that begin, continue or end a session: they work with an expired access token. */
    ignoresToken?: boolean;
  }
  interface FastifyRequest {
    /** Session of the request, or null for guests. Loaded on first access. */
    readonly viewer: Viewer | null;
  }
  interface FastifyInstance {
    accessTokens: AccessTokens;
    sessionCookies: SessionCookies;
    /** True if a session is still valid with the same rights. */
    isStill(viewer: Viewer): boolean;
  }
}

const viewers = new WeakMap<FastifyRequest, Viewer | null>();

/** Turns the access token of a request into a viewer. The role never comes from the token. */
export const sessionPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    const { config, database, clock } = context;
    const key = openKeyring(config.dataFolder)('access-token');
    await app.register(jwt, jwtOptions(config.siteUrl, key));
    const tokens = createAccessTokens(app.jwt, clock);
    const cookies = createSessionCookies(config);
    app.decorate('accessTokens', tokens);
    app.decorate('sessionCookies', cookies);

    function findViewer(request: FastifyRequest): Viewer | null {
      const token = bearerToken(request) ?? cookies.read(request, 'access');
      const claims = token ? tokens.read(token) : null;
      const owner = claims && findSessionOwner(database, claims.sessionId, clock());
      if (!owner || owner.publicId !== claims.publicId) return null;
      const { confirmedAt, ...fields } = owner;
      const lacksSecondFactor = owner.lacksSecondFactor === 1;
      const admin = owner.role === ROLE_ADMIN && !lacksSecondFactor;
      const confirmedLately = clock() - confirmedAt < REAUTHENTICATION_MS;
      return { ...fields, admin, confirmedLately, lacksSecondFactor };
    }

    app.decorate('isStill', ({ sessionId, publicId, admin }: Viewer) => {
      const owner = findSessionOwner(database, sessionId, clock());
      if (owner?.publicId !== publicId) return false;
      return !admin || (owner.role === ROLE_ADMIN && owner.lacksSecondFactor === 0);
    });
    app.decorateRequest('viewer', {
      getter(this: FastifyRequest) {
        const cached = viewers.get(this);
        if (cached !== undefined) return cached;
        const viewer = findViewer(this);
        viewers.set(this, viewer);
        return viewer;
      },
    });
  },
  { name: 'session', dependencies: ['@fastify/cookie'] },
);

/** Returns the session in routes for members. @throws DomainError NOT_SIGNED_IN */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new DomainError('NOT_SIGNED_IN');
  return request.viewer;
}

/**
 * Hook of routes for guests: rejects the request if the page expects a signed-in member, so that
 * nothing is done or counted as a guest.
 * @throws DomainError NOT_SIGNED_IN
 */
export async function rejectExpiredMember(request: FastifyRequest): Promise<void> {
  if (request.headers[MEMBER_HEADER] === '1') viewerOf(request);
}

/**
 * Returns the token of an API client: `Bearer <token>` or, as documented, only the token. Other
 * schemes, such as the documented Basic header, are ignored.
 */
export function bearerToken(request: FastifyRequest): string | null {
  const [scheme = '', token] = (request.headers.authorization ?? '').trim().split(/ +/, 2);
  if (scheme.toLowerCase() === 'bearer') return token ?? '';
  const alone = token === undefined && scheme !== '' && scheme.toLowerCase() !== 'basic';
  return alone ? scheme : null;
}

/**
 * Hook for routes that guests may call, too: an API client whose token is invalid or has expired is
 * not taken for a guest. Routes with `ignoresToken` are excepted.
 * @throws DomainError NOT_SIGNED_IN
 */
export async function rejectInvalidToken(request: FastifyRequest): Promise<void> {
  if (request.routeOptions.config.ignoresToken) return;
  if (bearerToken(request) === null || request.viewer) return;
  throw new DomainError('NOT_SIGNED_IN', { msg: 'This access token is invalid or has expired.' });
}
