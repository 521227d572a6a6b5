import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DRAFT_LINK_PATH } from '#contracts/draft.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { wantsPage } from '../../plugins/errors.ts';
import { staticFileOf } from '../../plugins/static-files.ts';
import { openSharedDraft } from '../../services/drafts/draft-links.ts';

/** Requests per IP address and minute; each renders the page. */
const openLimit = { max: 60, timeWindow: 60_000 } as const;

/** Built page for invalid links. */
const ENDED_FILE = 'preview-ended/index.html';

/** Headers that prevent indexing, caching and referrers. */
const discreet = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

/** CSP in addition to the page's own one: no scripts. */
const draftPolicy = "script-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Routes of draft links. */
export const draftRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    `${DRAFT_LINK_PATH}/:token`,
    {
      schema: { params: z.strictObject({ token: z.string().max(500) }), hide: true },
      config: { rateLimit: openLimit },
    },
    async (request, reply) => {
      reply.headers(discreet);
      const draft = await openSharedDraft(context, request.params.token);
      if (draft === null) return sendEnded(request, reply);
      if ('movedTo' in draft) return reply.redirect(draft.movedTo, 302);
      reply.header('content-security-policy', draftPolicy);
      return reply.type('text/html; charset=utf-8').send(draft.page);
    },
  );

  async function sendEnded(request: FastifyRequest, reply: FastifyReply) {
    // Limits guessing of links.
    await app.countNotFound(request);
    const folder = context.publisher.liveFolder();
    if (folder === null || !wantsPage(request)) {
      throw new DomainError('NOT_FOUND', { msg: 'This draft link has expired.' });
    }
    const { body, type, contentSecurityPolicy } = staticFileOf(
      ENDED_FILE,
      await readFile(path.join(folder, ENDED_FILE)),
    );
    if (contentSecurityPolicy) reply.header('content-security-policy', contentSecurityPolicy);
    return reply.status(404).type(type).send(body);
  }
};
