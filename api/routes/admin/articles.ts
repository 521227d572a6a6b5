import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  articleChangeResponse,
  articleCreateRequest,
  previewRequest,
  previewResponse,
  readTimeLabel,
  taxonomyResponse,
} from '#contracts/article.ts';
import { calendarQuery, calendarResponse } from '#contracts/calendar.ts';
import { templatesResponse } from '#contracts/content.ts';
import {
  articleCheckRequest,
  articleCheckResponse,
  externalLinkCheckRequest,
  externalLinkCheckResponse,
  PAGE_PREVIEW_PATH,
  pagePreviewName,
  pagePreviewRequest,
  pagePreviewResponse,
} from '#contracts/draft.ts';
import { EDIT_SESSION_HEADER, editSessionIdFormat } from '#contracts/revision.ts';
import type { AppContext } from '../../context.ts';
import { requestedAt } from '../../plugins/request-log.ts';
import { viewerOf } from '../../plugins/session.ts';
import { createArticleOnce, type SavedArticle } from '../../services/articles/articles.ts';
import { deleteArticle, getCalendar, restoreArticle } from '../../services/articles/publication.ts';
import { getTaxonomy, toArticleResponse } from '../../services/articles/read-articles.ts';
import { previewMarkdown } from '../../services/articles/render-markdown.ts';
import { createPagePreview, getPagePreview } from '../../services/articles/working-copies.ts';
import { checkArticle } from '../../services/checks/checks.ts';
import { createExternalLinkCheck } from '../../services/checks/links.ts';
import { getContent } from '../../site-content.ts';

/** Documented message for members who try to post. */
const articleRefusal =
  'You are not authorized to make a post. If you create an account you can begin making posts.';
const articleParams = z.strictObject({ id: z.string().min(1).max(200) });

/**
 * The editor shows the page in a frame that blocks scripts, so no page view is counted. The page
 * contains its own CSP, like the published one.
 */
const previewPolicy = "frame-ancestors 'self'; sandbox allow-same-origin";

/** Routes that create, check and schedule articles. PUT /api/articles/{id} is in routes/public/articles.ts. */
export const adminArticleRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  // The checks before publishing store nothing.
  const checkExternalLinks = createExternalLinkCheck(context);

  app.post(
    '/api/admin/articles/checks',
    {
      schema: { body: articleCheckRequest, response: { 200: articleCheckResponse } },
      // Read-only, and called after every longer pause in typing.
      config: { audited: false },
    },
    async (request) =>
      checkArticle(
        { ...context, resolvesToPage: (path) => app.resolvesToPage(path) },
        request.body,
      ),
  );

  app.post(
    '/api/admin/articles/checks/links',
    {
      schema: { body: externalLinkCheckRequest, response: { 200: externalLinkCheckResponse } },
      config: { audited: false },
    },
    async (request) => checkExternalLinks(request.body.urls),
  );

  /** The calendar of articles. PUT /api/articles/{id} changes a schedule. */
  app.get(
    '/api/admin/calendar',
    { schema: { querystring: calendarQuery, response: { 200: calendarResponse } } },
    async (request) => getCalendar(context, request.query),
  );

  const toResponse = (msg: string, { article, job }: SavedArticle) => ({
    msg,
    article: toArticleResponse(context, article, { admin: true }),
    job,
  });

  app.post(
    '/api/articles',
    {
      schema: {
        headers: z.looseObject({ [EDIT_SESSION_HEADER]: editSessionIdFormat.optional() }),
        body: articleCreateRequest,
        response: { 201: articleChangeResponse },
      },
      config: { refusal: articleRefusal },
    },
    async (request, reply) => {
      const { userId } = viewerOf(request);
      const change = await createArticleOnce(context, request.body, {
        authorId: userId,
        userId,
        editSessionId: request.headers[EDIT_SESSION_HEADER],
        requestedAt: requestedAt(request),
      });
      reply.status(201).header('etag', `"v${change.article.version}"`);
      return toResponse('Saved.', change);
    },
  );

  app.delete(
    '/api/articles/:id',
    { schema: { params: articleParams, response: { 200: articleChangeResponse } } },
    async (request) =>
      toResponse(
        'Deleted. It stays in the bin for 30 days.',
        await deleteArticle(context, request.params.id, requestedAt(request)),
      ),
  );

  app.post(
    '/api/articles/:id/restore',
    { schema: { params: articleParams, response: { 200: articleChangeResponse } } },
    async (request) =>
      toResponse(
        'Restored.',
        await restoreArticle(context, request.params.id, requestedAt(request)),
      ),
  );

  app.post(
    '/api/preview',
    {
      schema: { body: previewRequest, response: { 200: previewResponse } },
      // Read-only, and called after every pause in typing.
      config: { audited: false },
    },
    async (request) => {
      const { html, blocks, toc, words } = await previewMarkdown(context, request.body.markdown);
      return { html, blocks, toc, words, readTime: readTimeLabel(words) };
    },
  );

  app.post(
    PAGE_PREVIEW_PATH,
    {
      schema: { body: pagePreviewRequest, response: { 201: pagePreviewResponse } },
      // It computes, like the preview above.
      config: { audited: false },
    },
    async (request, reply) => {
      reply.status(201);
      return { path: await createPagePreview(context, request.body, viewerOf(request).userId) };
    },
  );

  app.get(
    `${PAGE_PREVIEW_PATH}/:name`,
    { schema: { params: z.strictObject({ name: pagePreviewName }), hide: true } },
    async (request, reply) => {
      const page = await getPagePreview(context, request.params.name);
      reply.type('text/html; charset=utf-8');
      reply
        .header('content-security-policy', previewPolicy)
        .header('x-frame-options', 'SAMEORIGIN');
      reply.header('x-robots-tag', 'noindex');
      return page;
    },
  );

  app.get('/api/taxonomy', { schema: { response: { 200: taxonomyResponse } } }, async () =>
    getTaxonomy(context),
  );

  /** Article templates of the owner, for the editor. */
  app.get(
    '/api/admin/templates',
    { schema: { response: { 200: templatesResponse } } },
    async () => ({ templates: getContent(context.database, 'templates') }),
  );
};
