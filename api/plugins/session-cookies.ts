import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

type CookieKind = 'access' | 'refresh' | 'device' | 'code-host';

export interface SessionCookies {
  readonly names: Record<CookieKind, string>;
  read(request: FastifyRequest, kind: CookieKind): string | undefined;
  /** Without `lifetimeMs` the cookie goes when the browser closes. */
  set(reply: FastifyReply, kind: CookieKind, value: string, lifetimeMs?: number): void;
  /** Removes access and refresh; the device stays known. */
  clear(reply: FastifyReply): void;
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
    'code-host': secure ? '__Secure-code-host' : plain('code-host'),
  };
  const options = { secure, httpOnly: true, sameSite: 'strict' } satisfies CookieSerializeOptions;
  // A cookie has one path, so that the refresh token is set twice under the same name.
  const paths: Record<CookieKind, readonly string[]> = {
    access: ['/'],
    refresh: ['/api/user/refresh_token', '/api/user/logout'],
    device: ['/api/user'],
    'code-host': ['/api/user'],
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
