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
import { errorResponse } from '#contracts/errors.ts';
import { reactionsResponse } from '#contracts/reaction.ts';
import { EDIT_SESSION_HEADER, editSessionIdFormat } from '#contracts/revision.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { requestedAt } from '../../plugins/request-log.ts';
import { rejectExpiredMember } from '../../plugins/session.ts';
import { changeArticle, EditConflict } from '../../services/articles/articles.ts';
import {
  getArticle,
  listArticlePage,
  toArticleResponse,
  toArticleResponses,
} from '../../services/articles/read-articles.ts';
import { getReactions } from '../../services/reactions/reactions.ts';
import { readVersion } from '../read-version.ts';

/** Route with the like count of an article and the viewer's own reactions. */
export const publicReactionRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.addHook('onRequest', rejectExpiredMember);
  app.get(
    '/api/articles/:id/reactions',
    {
      schema: {
        params: z.strictObject({ id: z.string().min(1).max(200) }),
        response: { 200: reactionsResponse, 401: errorResponse, 404: errorResponse },
      },
    },
    async ({ params, viewer }) => getReactions(context, params.id, viewer?.userId ?? null),
  );
};

const articleParams = z.strictObject({ id: z.string().min(1).max(200) });

/** Reading articles, counting views, and the one call that means different things by its keys. */
export const publicArticleRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/articles',
    {
      schema: {
        querystring: articleListQuery,
        response: { 200: articleListResponse, '4xx': errorResponse },
      },
      onRequest: rejectExpiredMember,
    },
    async (request) => {
      const admin = request.viewer?.admin ?? false;
      if (request.query.state !== 'live' && !admin) throw new DomainError('NOT_ADMIN');
      const page = listArticlePage(context, request.query, admin);
      return {
        ...page,
        articles: toArticleResponses(context, page.articles, { admin }),
      };
    },
  );

  app.get(
    '/api/articles/:id',
    {
      schema: {
        params: articleParams,
        response: { 200: articleResponse, 404: errorResponse },
      },
    },
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
          404: errorResponse,
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
        if (!(error instanceof EditConflict)) throw error;
        return reply.status(409).send({
          msg: error.message,
          code: 'EDIT_CONFLICT',
          theirs: toArticleResponse(context, error.theirs, { admin: true }),
          yours: input,
        });
      }
    },
  );
};

/** True if a body contains fields that only admins may change. */
function changesText(body: unknown): boolean {
  const { views, comments, version, ...input } = body as Record<string, unknown>;
  return Object.values(input).some((value) => value !== undefined);
}
