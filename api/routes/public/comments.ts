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
import { commentMessages } from '#contracts/comment-limits.ts';
import { errorResponse } from '#contracts/errors.ts';
import { writingLimit } from '../../plugins/rate-limit.ts';
import { refuseLapsedMember } from '../../plugins/session.ts';
import { readComments, readThread } from '../../services/comments/reading.ts';
import { reportComment } from '../../services/comments/reports.ts';
import { changeComment, postComment, removeOwnComment } from '../../services/comments/writing.ts';
import { commentReader } from '../comment-reader.ts';

const HALF_MINUTE_MS = 30_000;
/** Counted once the fields were checked. */
const addressLimit = { ...writingLimit, hook: 'preHandler' } as const;
const reportLimit = { max: 10, timeWindow: HALF_MINUTE_MS, hook: 'preHandler' } as const;

const id = z.string().min(1).max(200);
const params = z.strictObject({ id });

/** What people say below articles. Guests may, too: whose a comment is, their browser shows. */
export const commentRoutes: FastifyPluginAsyncZod = async (app) => {
  const context = app.comments;
  app.addHook('onRequest', refuseLapsedMember);

  app.get(
    '/api/articles/:id/comments',
    {
      schema: {
        params,
        querystring: commentListQuery,
        headers: readerHeaders,
        response: { 200: commentListResponse, 401: errorResponse, 404: errorResponse },
      },
    },
    async (request) =>
      readComments(context, request.params.id, request.query, commentReader(context, request)),
  );

  app.get(
    '/api/articles/:id/comments/:comment',
    {
      schema: {
        params: params.extend({ comment: id }),
        headers: readerHeaders,
        response: { 200: commentFoundResponse, 401: errorResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const { id: article, comment } = request.params;
      const reader = commentReader(context, request);
      return { comment: readThread(context, article, comment, reader) };
    },
  );

  app.post(
    '/api/articles/:id/comments',
    {
      schema: {
        params,
        headers: readerHeaders,
        body: commentCreateRequest,
        response: { 201: commentChangeResponse, 401: errorResponse, 404: errorResponse },
      },
      config: { rateLimit: addressLimit },
      preHandler: app.countWriting,
    },
    async (request, reply) => {
      const reader = commentReader(context, request);
      reply.status(201);
      return postComment(context, request.params.id, request.body, reader);
    },
  );

  app.put(
    '/api/comments/:id',
    {
      schema: {
        params,
        headers: readerHeaders,
        body: commentChangeRequest,
        response: { 200: commentChangeResponse, 401: errorResponse, 404: errorResponse },
      },
      config: { rateLimit: addressLimit },
      preHandler: app.countWriting,
    },
    async (request) => {
      const reader = commentReader(context, request);
      return changeComment(context, request.params.id, request.body.comment, reader);
    },
  );

  app.delete(
    '/api/comments/:id',
    {
      schema: {
        params,
        headers: readerHeaders,
        response: { 200: commentDeleteResponse, 401: errorResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const reader = commentReader(context, request);
      const left = await removeOwnComment(context, request.params.id, reader);
      return { msg: commentMessages.deleted, ...left };
    },
  );

  app.post(
    '/api/comments/:id/reports',
    {
      schema: {
        params,
        headers: readerHeaders,
        body: commentReportRequest,
        response: { 201: z.object({ msg: z.string() }), 401: errorResponse, 404: errorResponse },
      },
      config: { rateLimit: reportLimit },
    },
    async (request, reply) => {
      const userId = request.viewer?.userId ?? null;
      await reportComment(context, request.params.id, request.body, userId);
      reply.status(201);
      return { msg: commentMessages.reported };
    },
  );
};
