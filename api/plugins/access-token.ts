import type { FastifyJWTOptions } from '@fastify/jwt';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../clock.ts';

/** Lifetime of an access token, in milliseconds. */
export const ACCESS_TOKEN_MS = 15 * 60_000;
/** Maximum length of a token, longer than any issued one. */
const TOKEN_MAX = 1000;

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  typ: z.literal('access'),
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
});

export interface AccessTokens {
  sign(session: { sessionId: string; publicId: string }): string;
  /** The session and user of a token that is ours and in time, or null. */
  read(token: string): { sessionId: string; publicId: string } | null;
  /** As `read`, but an expired token does too: it may still say which session to end. */
  readExpired(token: string): { sessionId: string; publicId: string } | null;
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
    const parsed = claims.safeParse(payload);
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
