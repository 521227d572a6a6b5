import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { findAlias, findMissingPage, findShell, withoutIndex } from '#contracts/site-routes.ts';
import { parseByteRange } from '../byte-range.ts';
import type { AppContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { paymentProviderOf } from '../payment-provider.ts';
import { findGuard, type Guard } from '../publisher/guarded-pages.ts';
import { imagesFolderOf } from '../publisher/image-jobs.ts';
import { loadPage } from '../publisher/page-table.ts';
import { guardedFolderOf, readGuardedPage } from '../publisher/release-folders.ts';
import { cacheRule, REVALIDATE } from '../publisher/site-headers.ts';
import { notFound } from './errors.ts';
import { isApiRequest, requestPathOf } from './headers.ts';
import { type Encoding, type StaticFile, StaticFiles, staticFileOf } from './static-files.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True if a page exists at this decoded path. */
    isPage: (decodedPath: string) => boolean;
    /** True if a decoded path is a page, a file or a redirect. */
    resolvesToPage: (decodedPath: string) => boolean;
  }
}

/** Serves the files of the live release; nothing is rendered here. */
export const staticPlugin = fastifyPlugin(
  async (app, { config, database, publisher }: AppContext) => {
    const files = new StaticFiles();
    const uploads = [
      path.join(config.dataFolder, 'uploads'),
      path.join(imagesFolderOf(config.dataFolder), 'media'),
    ];
    // Generates Markdown copies and redirects; everything else, such as the sitemap, is a file.
    const { guards } = config;
    const built = {
      builtPages: [],
      builtDocuments: [],
      contentPages: new Map(),
      sampleContent: {},
    };
    const pageContext = {
      database,
      origin: config.siteUrl,
      ...built,
      guards,
      payment: paymentProviderOf(config),
    };

    const serve = (request: FastifyRequest, reply: FastifyReply) => {
      const requestedPath = requestPathOf(request);
      if (isApiRequest(request)) return notFound(request, reply);
      const folder = publisher.liveFolder();
      if (folder === null) throw new DomainError('BUSY', { retryAfter: 1 });
      if (
        (requestedPath.length > 1 && requestedPath.endsWith('/')) ||
        requestedPath.endsWith('/index.html')
      ) {
        const plain = withoutIndex(requestedPath).replace(/^[/\\]+/, '/');
        return reply.redirect(withQuery(plain, request.url), 301);
      }
      const alias = findAlias(requestedPath);
      if (alias) return reply.redirect(withQuery(alias, request.url), 301);
      const pagePath = decodePath(requestedPath);
      const guard = pagePath === null ? null : findGuard(guards, pagePath);
      if (guard && pagePath) return sendGuardedPage(request, reply, { folder, guard, pagePath });
      const file = pagePath === null ? null : findFile(files, folder, uploads, findShell(pagePath));
      if (file?.redirect) return reply.redirect(file.redirect, 301);
      if (file) return sendStaticFile(request, reply, file, cacheRule(requestedPath));
      const made = pagePath === null ? null : makeFollowing(pagePath);
      if (made?.redirect) return reply.redirect(made.redirect, 301);
      if (made) return sendStaticFile(request, reply, made, REVALIDATE);
      return serveMissing(request, reply, folder, requestedPath);
    };

    /** Generates Markdown copies and redirects that are still being written after a swap. */
    const makeFollowing = (pagePath: string): StaticFile | null => {
      const following = loadPage(pageContext, pagePath);
      return following && 'text' in following.content
        ? staticFileOf(following.file, Buffer.from(following.content.text))
        : null;
    };

    const findGuarded = (folder: string, pagePath: string): StaticFile | null => {
      const page = readGuardedPage(folder, findShell(pagePath), { origin: config.siteUrl, guards });
      return page === null ? null : staticFileOf('index.html', page);
    };

    /** Serves a guarded page to members and the empty shell to everyone else. */
    const sendGuardedPage = (
      request: FastifyRequest,
      reply: FastifyReply,
      { folder, guard, pagePath }: { folder: string; guard: Guard; pagePath: string },
    ) => {
      const plain = () => findFile(files, folder, uploads, pagePath);
      const shown = request.viewer
        ? (findGuarded(folder, pagePath) ?? makeFollowing(pagePath) ?? plain())
        : // Guests must not find out which URLs exist.
          (plain() ?? files.read(path.join(folder, guard.page)));
      if (!shown) return serveMissing(request, reply, folder, pagePath);
      // The response depends on the caller, so it must not be cached.
      const cacheControl = 'private, no-store';
      if (!shown.redirect) return sendStaticFile(request, reply, shown, cacheControl);
      return reply.header('cache-control', cacheControl).redirect(shown.redirect, 301);
    };

    const serveMissing = async (
      request: FastifyRequest,
      reply: FastifyReply,
      folder: string,
      requestedPath: string,
    ) => {
      await app.countNotFound(request);
      // A release of an older version may lack the page.
      const page = findMissingPage(requestedPath);
      const missing = [...(page ? [`${page}/index.html`] : []), '404.html']
        .map((name) => files.read(path.join(folder, name)))
        .find((file) => file !== null);
      reply.status(404);
      // Never cached, and never a 304, because the page may be published later.
      return missing
        ? sendStaticFile(request, reply, missing, 'no-cache')
        : notFound(request, reply);
    };

    app.decorate('isPage', (decodedPath) => {
      const folder = publisher.liveFolder();
      const pagePath = plainPath(decodedPath);
      return (
        folder !== null &&
        pagePath !== null &&
        (existsSync(path.join(folder, pagePath, 'index.html')) ||
          existsSync(path.join(guardedFolderOf(folder), pagePath, 'index.html')))
      );
    });
    app.decorate('resolvesToPage', (decodedPath) => {
      const folder = publisher.liveFolder();
      // Unknown before the first release.
      if (folder === null || findAlias(decodedPath) !== null) return true;
      const pagePath = plainPath(decodedPath.replace(/(?<=.)\/$/, ''));
      if (pagePath === null) return false;
      const guarded = findGuard(guards, pagePath) !== null;
      return (
        findFile(files, folder, uploads, findShell(pagePath)) !== null ||
        (guarded && findGuarded(folder, pagePath) !== null)
      );
    });
    app.get('/*', { config: { requiredRole: 'public' }, schema: { hide: true } }, serve);
    app.setNotFoundHandler((request, reply) => {
      const isPage = request.method === 'GET' || request.method === 'HEAD';
      if (!isPage) return notFound(request, reply);
      return serve(request, reply);
    });
  },
  { name: 'static', dependencies: ['errors', 'headers', 'rate-limit'] },
);

/** @returns null for what cannot be the name of a page: traversal, hidden files, broken escapes */
function decodePath(requestedPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(requestedPath);
  } catch {
    // A malformed escape is a wrong path like any other.
    return null;
  }
  return plainPath(decoded);
}

function plainPath(decoded: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it refuses these characters
  if (/[\u0000-\u001f\\]|\/\//.test(decoded)) return null;
  const hidden = decoded.split('/').some((part) => part.startsWith('.') && part !== '.well-known');
  return hidden || /\.(br|gz)$/.test(decoded) ? null : decoded.normalize('NFC');
}

function findFile(
  files: StaticFiles,
  folder: string,
  uploads: string[],
  pagePath: string,
): StaticFile | null {
  if (/\.[a-z0-9]+$/i.test(pagePath)) {
    const found = files.read(path.join(folder, pagePath));
    if (found) return found;
    // An image that no published page shows yet, such as one in a draft's preview.
    const upload = /^\/media\/((?:avatars\/)?[\w-]+\.[a-z\d]{3,4})$/.exec(pagePath)?.[1];
    const stored = upload && uploads.map((each) => path.join(each, upload));
    if (stored)
      return stored.reduce<StaticFile | null>((found, at) => found ?? files.read(at), null);
  }
  return files.read(path.join(folder, pagePath, 'index.html'));
}

function withQuery(target: string, url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? target : target + url.slice(query);
}

function chooseEncoding(request: FastifyRequest, file: StaticFile): Encoding | null {
  const accepted = request.headers['accept-encoding'];
  if (typeof accepted !== 'string') return null;
  if (file.encoded.br && /\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted)) return 'br';
  if (file.encoded.gzip && /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted)) return 'gzip';
  return null;
}

function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  cacheControl: string,
): FastifyReply {
  const encoding = chooseEncoding(request, file);
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`;
  reply
    .header('etag', etag)
    .header('cache-control', cacheControl)
    .header(
      'vary',
      cacheControl.startsWith('private') ? 'accept-encoding, cookie' : 'accept-encoding',
    );
  if (file.contentSecurityPolicy) {
    reply.header('content-security-policy', file.contentSecurityPolicy);
  }
  const seen = reply.statusCode === 200 ? request.headers['if-none-match'] : undefined;
  if (seen?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
    return reply.status(304).send();
  }
  reply.header('content-type', file.type);
  if (file.video) return sendVideo(request, reply, file.video);
  if (!encoding) return reply.send(file.body);
  return reply.header('content-encoding', encoding).send(file.encoded[encoding]);
}

/** Sends a video or a range of it; some players require ranges. */
function sendVideo(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, bytes }: NonNullable<StaticFile['video']>,
): FastifyReply {
  reply.header('accept-ranges', 'bytes');
  // A stream without content keeps the header; Fastify would replace it by the length of a text.
  if (request.method === 'HEAD') {
    return reply.header('content-length', bytes).send(Readable.from([]));
  }
  const validators = [reply.getHeader('etag')];
  const part = parseByteRange(request.headers, { size: bytes, validators });
  if (part === 'none') {
    return reply.status(416).header('content-range', `bytes */${bytes}`).send();
  }
  const { start, end } = part === 'whole' ? { start: 0, end: bytes - 1 } : part;
  if (part !== 'whole') reply.status(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  reply.header('content-length', end - start + 1);
  if (end < start) return reply.send('');
  return reply.send(createReadStream(file, { start, end }));
}
