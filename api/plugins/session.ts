import type { CookieSerializeOptions } from '@fastify/cookie';
import jwt, { type FastifyJWTOptions } from '@fastify/jwt';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { Config } from '../config.ts';
import type { AppContext, Clock } from '../context.ts';
import { findSessionOwner } from '../db/hot/session-owner.ts';
import { DomainError } from '../errors.ts';
import { openKeyring } from '../services/keyring.ts';
import { REAUTHENTICATION_MS } from '../services/sessions/reauthenticate.ts';

/** Lifetime of an access token, in milliseconds. */
export const ACCESS_TOKEN_MS = 15 * MINUTE_MS;

/** Maximum length of a token, longer than any issued one. */
const TOKEN_MAX = 1000;

const claimSchema = z.object({
  sub: z.string(),
  sid: z.string(),
  typ: z.literal('access'),
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
});

interface AccessTokens {
  sign(session: { sessionId: string; publicId: string }): string;
  /** The session and user of a token that is ours and in time, or null. */
  read(token: string): { sessionId: string; publicId: string } | null;
  /** As `read`, but an expired token does too: it may still say which session to end. */
  readExpired(token: string): { sessionId: string; publicId: string } | null;
}

type CookieKind = 'access' | 'refresh' | 'device' | 'oauth';

interface SessionCookies {
  readonly names: Record<CookieKind, string>;
  read(request: FastifyRequest, kind: CookieKind): string | undefined;
  /** Without `lifetimeMs` the cookie goes when the browser closes. */
  set(reply: FastifyReply, kind: CookieKind, value: string, lifetimeMs?: number): void;
  /** Removes access and refresh; the device stays known. */
  clear(reply: FastifyReply): void;
}

/** Signed-in caller, read from the database for each request. */
export interface Viewer {
  userId: number;
  publicId: string;
  name: string;
  role: number;
  admin: boolean;
  sessionId: string;
  /** True after a recent re-authentication. */
  hasRecentAuth: boolean;
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
      const hasRecentAuth = clock() - confirmedAt < REAUTHENTICATION_MS;
      return { ...fields, admin, hasRecentAuth, lacksSecondFactor };
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

/**
 * Over HTTPS the names have prefixes that browsers enforce. Over HTTP they contain the port,
 * because cookies ignore ports and two instances on one host would conflict.
 *
 * All cookies are SameSite=Strict: pages are static files that need no cookie, so links from other
 * sites work, and requests of the page itself are same-site.
 */
export function createSessionCookies(config: Pick<Config, 'siteUrl' | 'port'>): SessionCookies {
  const secure = config.siteUrl.startsWith('https:');
  const plain = (name: string) => `${name}-${config.port}`;
  const names: Record<CookieKind, string> = {
    access: secure ? '__Host-access' : plain('access'),
    refresh: secure ? '__Secure-refresh' : plain('refresh'),
    device: secure ? '__Secure-device' : plain('device'),
    oauth: secure ? '__Secure-oauth' : plain('oauth'),
  };
  const options = { secure, httpOnly: true, sameSite: 'strict' } satisfies CookieSerializeOptions;
  // A cookie has one path, so that the refresh token is set twice under the same name.
  const paths: Record<CookieKind, readonly string[]> = {
    access: ['/'],
    refresh: ['/api/user/refresh_token', '/api/user/logout'],
    device: ['/api/user'],
    oauth: ['/api/user'],
  };
  return {
    names,
    read: (request, kind) => request.cookies[names[kind]],
    set(reply, kind, value, lifetimeMs) {
      const lifetime = lifetimeMs === undefined ? {} : { maxAge: Math.floor(lifetimeMs / 1000) };
      for (const path of paths[kind]) {
        reply.setCookie(names[kind], value, { ...options, path, ...lifetime });
      }
    },
    clear(reply) {
      for (const kind of ['access', 'refresh'] as const) {
        for (const path of paths[kind]) reply.clearCookie(names[kind], { ...options, path });
      }
    },
  };
}

/** Fixed algorithm, issuer and audience; the header of the token is not trusted. */
export function jwtOptions(siteUrl: string, secret: Buffer): FastifyJWTOptions {
  const audience = `${siteUrl}/api`;
  return {
    secret,
    sign: { algorithm: 'HS256', iss: siteUrl, aud: audience },
    verify: {
      algorithms: ['HS256'],
      allowedIss: siteUrl,
      allowedAud: audience,
      requiredClaims: ['iss', 'aud', 'sub', 'iat', 'nbf', 'exp'],
    },
  };
}

/** Works on the `jwt` that the session plugin has registered with one pinned algorithm. */
export function createAccessTokens(jwt: FastifyInstance['jwt'], clock: Clock): AccessTokens {
  function read(token: string, ignoreExpiration: boolean) {
    if (!isCanonical(token)) return null;
    let payload: unknown;
    try {
      payload = jwt.verify(token, { clockTimestamp: clock(), ignoreExpiration });
    } catch {
      // Forged, changed, expired or not yet valid: the request is treated as signed out.
      return null;
    }
    const parsed = claimSchema.safeParse(payload);
    return parsed.success ? { sessionId: parsed.data.sid, publicId: parsed.data.sub } : null;
  }

  return {
    sign({ sessionId, publicId }) {
      const now = Math.floor(clock() / 1000);
      return jwt.sign({
        sub: publicId,
        sid: sessionId,
        typ: 'access',
        iat: now,
        nbf: now,
        exp: now + ACCESS_TOKEN_MS / 1000,
      });
    },
    read: (token) => read(token, false),
    readExpired: (token) => read(token, true),
  };
}

/** True for the canonical base64url form; others could encode the same bytes. */
function isCanonical(token: string): boolean {
  if (token.length > TOKEN_MAX) return false;
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}
