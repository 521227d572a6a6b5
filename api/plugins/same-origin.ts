import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { bearerToken } from './session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a GET that changes something, as the documentation has two. */
    sameOrigin?: boolean;
  }
}

/** Methods that change nothing (RFC 9110). */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects changes requested by other sites; see the table in same-origin.test.ts. */
export const sameOriginPlugin = fastifyPlugin(
  async (app, { config }: AppContext) => {
    // A form can send plain text across sites without asking; JSON it cannot.
    app.removeContentTypeParser('text/plain');
    app.addHook('onRequest', async (request) => {
      const reads = safeMethods.has(request.method) && !request.routeOptions.config.sameOrigin;
      if (!reads && !isSameOrigin(request, config.siteUrl)) throw new DomainError('CROSS_SITE');
    });
  },
  { name: 'same-origin' },
);

function isSameOrigin(request: FastifyRequest, siteUrl: string): boolean {
  const { headers, method } = request;
  const withCookies = headers.cookie !== undefined;
  // An API client. A browser sends this header across sites only after asking us, and we say no.
  if (!withCookies && bearerToken(request) !== null) return true;
  // Sandboxed frames and redirects from other sites.
  if (headers.origin === 'null') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Browsers send Sec-Fetch-Site only over HTTPS and on localhost. Otherwise the origin is checked,
  // or for a GET without an origin, the referrer.
  const source = headers.origin ?? (safeMethods.has(method) ? headers.referer : undefined);
  if (source !== undefined) return isOwn(source, headers.host, siteUrl);
  return !withCookies;
}

function isOwn(source: string, host: string | undefined, siteUrl: string): boolean {
  if (!URL.canParse(source)) return false;
  const { origin, host: sourceHost, protocol } = new URL(source);
  if (origin === siteUrl) return true;
  return sourceHost === host && protocol === new URL(siteUrl).protocol;
}
