import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  commentChangeRequest,
  commentChangeResponse,
  commentCreateRequest,
  commentDeleteResponse,
  commentFoundResponse,
  commentListQuery,
  commentListResponse,
  commentReportRequest,
  readerHeaders,
} from '#contracts/comment.ts';
import { COMMENT_MAX, commentMessages, GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import { writingLimit } from '../../plugins/rate-limit.ts';
import { rejectExpiredMember } from '../../plugins/session.ts';
import type { CommentContext } from '../../services/comments/context.ts';
import { createComment, deleteOwnComment, editComment } from '../../services/comments/mutations.ts';
import {
  type CommentViewer,
  getCommentPage,
  getCommentThread,
  getDiscussedArticle,
} from '../../services/comments/queries.ts';
import { reportComment } from '../../services/comments/reader-actions.ts';
import { acceptUrlencodedForms, isUrlencodedForm, toPage } from '../urlencoded-forms.ts';

/** Bytes of the longest comment in a form without JavaScript, which may send nine for a letter. */
const FORM_BYTES_MAX = 10 * COMMENT_MAX;

const REPORT_WINDOW_MS = 30_000;
/** Rate limit per client, counted after validation. */
const writeRateLimit = { ...writingLimit, hook: 'preHandler' } as const;
const reportRateLimit = { max: 10, timeWindow: REPORT_WINDOW_MS, hook: 'preHandler' } as const;

const id = z.string().min(1).max(200);
const params = z.strictObject({ id });

/** Routes for reading and writing comments; guests can use them, too. */
export const commentRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.comments;
  app.addHook('onRequest', rejectExpiredMember);

  app.get(
    '/api/articles/:id/comments',
    {
      schema: {
        params,
        querystring: commentListQuery,
        headers: readerHeaders,
        response: { 200: commentListResponse },
      },
    },
    async (request) =>
      getCommentPage(context, request.params.id, request.query, getCommentViewer(context, request)),
  );

  app.get(
    '/api/articles/:id/comments/:comment',
    {
      schema: {
        params: params.extend({ comment: id }),
        headers: readerHeaders,
        response: { 200: commentFoundResponse },
      },
    },
    async (request) => {
      const { id: article, comment } = request.params;
      const viewer = getCommentViewer(context, request);
      return { comment: getCommentThread(context, article, comment, viewer) };
    },
  );

  // Its own scope, because the other routes accept no forms.
  await app.register(commentCreationRoute);

  app.put(
    '/api/comments/:id',
    {
      schema: {
        params,
        headers: readerHeaders,
        body: commentChangeRequest,
        response: { 200: commentChangeResponse },
      },
      config: { rateLimit: writeRateLimit },
      preHandler: app.countWrite,
    },
    async (request) => {
      const viewer = getCommentViewer(context, request);
      return editComment(context, request.params.id, request.body.comment, viewer);
    },
  );

  app.delete(
    '/api/comments/:id',
    { schema: { params, headers: readerHeaders, response: { 200: commentDeleteResponse } } },
    async (request) => {
      const viewer = getCommentViewer(context, request);
      const remaining = await deleteOwnComment(context, request.params.id, viewer);
      return { msg: commentMessages.deleted, ...remaining };
    },
  );

  app.post(
    '/api/comments/:id/reports',
    {
      schema: {
        params,
        headers: readerHeaders,
        body: commentReportRequest,
        response: { 201: z.object({ msg: z.string() }) },
      },
      config: { rateLimit: reportRateLimit },
    },
    async (request, reply) => {
      const userId = request.viewer?.userId ?? null;
      await reportComment(context, request.params.id, request.body, userId);
      reply.status(201);
      return { msg: commentMessages.reported };
    },
  );
};

/** Route for new comments, also from the form without JavaScript. */
const commentCreationRoute: FastifyPluginAsyncZod = async (app) => {
  const context = app.comments;
  acceptUrlencodedForms(app, FORM_BYTES_MAX);

  app.post(
    '/api/articles/:id/comments',
    {
      schema: {
        params,
        headers: readerHeaders,
        body: commentCreateRequest,
        response: { 201: commentChangeResponse },
      },
      config: { rateLimit: writeRateLimit },
      preHandler: app.countWrite,
    },
    async (request, reply) => {
      const viewer = getCommentViewer(context, request);
      const created = await createComment(context, request.params.id, request.body, viewer);
      if (isUrlencodedForm(request)) {
        const { slug } = getDiscussedArticle(context, request.params.id, viewer.admin);
        return toPage(reply, `/blog/${encodeURIComponent(slug)}#sent-comment`);
      }
      reply.status(201);
      return created;
    },
  );
};

/** Returns the viewer of comments: a member by session, or a guest by token. */
function getCommentViewer(
  { guests }: Pick<CommentContext, 'guests'>,
  request: FastifyRequest,
): CommentViewer {
  const { viewer } = request;
  if (viewer) return { userId: viewer.userId, admin: viewer.admin, guest: null };
  const token = request.headers[GUEST_TOKEN_HEADER];
  return {
    userId: null,
    admin: false,
    guest: typeof token === 'string' ? guests.read(token) : null,
  };
}
