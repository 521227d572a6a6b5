import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  articleChangeResponse,
  articleConflictResponse,
  articleListQuery,
  articleListResponse,
  articleResponse,
  articleUpdateRequest,
} from '#contracts/article.ts';
import { DRAFT_LINK_PATH } from '#contracts/draft.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { errorResponse } from '#contracts/errors.ts';
import { reactionsResponse } from '#contracts/reaction.ts';
import { EDIT_SESSION_HEADER, editSessionIdFormat } from '#contracts/revision.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { wantsPage } from '../../plugins/errors.ts';
import { requestedAt } from '../../plugins/request-log.ts';
import { rejectExpiredMember } from '../../plugins/session.ts';
import { staticFileOf } from '../../plugins/static-files.ts';
import { changeArticle, EditConflictError } from '../../services/articles/articles.ts';
import {
  getArticle,
  listArticlePage,
  toArticleResponse,
  toArticleResponses,
} from '../../services/articles/read-articles.ts';
import { openSharedDraft } from '../../services/drafts/draft-links.ts';
import { getReactions } from '../../services/reactions/reactions.ts';
import { readVersion } from '../read-version.ts';

const articleParams = z.strictObject({ id: z.string().min(1).max(200) });

/** True if a body contains fields that only admins may change. */
function changesText(body: unknown): boolean {
  const { views, comments, version, ...input } = body as Record<string, unknown>;
  return Object.values(input).some((value) => value !== undefined);
}

/** Requests per IP address and minute; each renders the page. */
const openLimit = { max: 60, timeWindow: MINUTE_MS } as const;

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

/**
 * Routes of articles and drafts for readers. PUT /api/articles/{id} is here as well: the keys of its body decide
 * whether it changes the article or the reactions of a reader.
 */
export const publicArticleRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/articles/:id/reactions',
    {
      schema: { params: articleParams, response: { 200: reactionsResponse } },
      onRequest: rejectExpiredMember,
    },
    async ({ params, viewer }) => getReactions(context, params.id, viewer?.userId ?? null),
  );

  app.get(
    '/api/articles',
    {
      schema: { querystring: articleListQuery, response: { 200: articleListResponse } },
      onRequest: rejectExpiredMember,
    },
    async (request) => {
      const admin = request.viewer?.admin ?? false;
      if (request.query.state !== 'live' && !admin) throw new DomainError('NOT_ADMIN');
      const page = listArticlePage(context, request.query, admin);
      return { ...page, articles: toArticleResponses(context, page.articles, { admin }) };
    },
  );

  app.get(
    '/api/articles/:id',
    { schema: { params: articleParams, response: { 200: articleResponse } } },
    async (request, reply) => {
      const admin = request.viewer?.admin ?? false;
      const article = getArticle(context, request.params.id, admin);
      reply.header('etag', `"v${article.version}"`);
      return toArticleResponse(context, article, { admin });
    },
  );

  app.put(
    '/api/articles/:id',
    {
      schema: {
        params: articleParams,
        headers: z.looseObject({
          'if-match': z.string().max(200).optional(),
          [EDIT_SESSION_HEADER]: editSessionIdFormat.optional(),
        }),
        body: articleUpdateRequest,
        response: {
          200: articleChangeResponse,
          409: z.union([articleConflictResponse, errorResponse]),
        },
      },
      // Edits are audited, counting views is not.
      config: { audited: ({ body }) => changesText(body) },
    },
    async (request, reply) => {
      const { views, comments, version, ...input } = request.body;
      const given = Object.values(input).filter((value) => value !== undefined).length;
      if (given === 0 && views !== undefined) {
        const { slug } = getArticle(context, request.params.id, false);
        app.views.count(request, { path: `/blog/${slug}`, query: '', referrer: '' }, true);
        await app.views.flush();
        const viewed = getArticle(context, slug, false);
        return {
          msg: 'Counted.',
          article: toArticleResponse(context, viewed, { admin: false }),
          job: null,
        };
      }
      if (!request.viewer) throw new DomainError('NOT_SIGNED_IN');
      if (given === 0 && comments !== undefined) {
        // Documented field; ignored, because comments have separate routes.
        const { admin } = request.viewer;
        const article = getArticle(context, request.params.id, admin);
        return {
          msg: 'Nothing changed.',
          article: toArticleResponse(context, article, { admin }),
          job: null,
        };
      }
      if (!request.viewer.admin) throw new DomainError('NOT_ADMIN');
      try {
        const change = await changeArticle(context, request.params.id, input, {
          expectedVersion: readVersion(request.headers['if-match']) ?? version ?? null,
          requestedAt: requestedAt(request),
          userId: request.viewer.userId,
          editSessionId: request.headers[EDIT_SESSION_HEADER],
        });
        reply.header('etag', `"v${change.article.version}"`);
        return {
          msg: 'Saved.',
          article: toArticleResponse(context, change.article, { admin: true }),
          job: change.job,
        };
      } catch (error) {
        if (!(error instanceof EditConflictError)) throw error;
        return reply.status(409).send({
          msg: error.message,
          code: 'EDIT_CONFLICT',
          theirs: toArticleResponse(context, error.theirs, { admin: true }),
          yours: input,
        });
      }
    },
  );

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
