import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { articleConflictResponse } from '#contracts/article.ts';
import {
  draftLinkListResponse,
  draftLinkMadeResponse,
  draftLinkRequest,
} from '#contracts/draft.ts';
import { errorResponse } from '#contracts/errors.ts';
import {
  autosaveRequest,
  autosaveResponse,
  EDIT_SESSION_HEADER,
  editSessionIdFormat,
  revisionListQuery,
  revisionListResponse,
  revisionResponse,
  workingCopyListResponse,
} from '#contracts/revision.ts';
import { type AppContext, iso } from '../../context.ts';
import { requestedAt } from '../../plugins/request-log.ts';
import { viewerOf } from '../../plugins/session.ts';
import { EditConflictError } from '../../services/articles/articles.ts';
import { toArticleResponse } from '../../services/articles/read-articles.ts';
import { getRevision, listRevisionPage } from '../../services/articles/revisions.ts';
import {
  autosaveArticle,
  discardWorkingCopy,
  listWorkingCopies,
} from '../../services/articles/working-copies.ts';
import { listDraftLinks, revokeDraftLink, shareDraft } from '../../services/drafts/draft-links.ts';
import { readVersion } from '../read-version.ts';

const id = z.string().min(1).max(200);
const params = z.strictObject({ id });

/** Routes of autosaves, working copies, revisions and draft links. */
export const adminRevisionRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/articles/:id/links',
    { schema: { params, response: { 200: draftLinkListResponse } } },
    async (request) => ({ links: listDraftLinks(context, request.params.id) }),
  );

  app.post(
    '/api/admin/articles/:id/links',
    { schema: { params, body: draftLinkRequest, response: { 201: draftLinkMadeResponse } } },
    async (request, reply) => {
      const link = await shareDraft(context, request.params.id, request.body.days);
      reply.status(201);
      return { msg: 'Anyone with this link can read the draft.', link };
    },
  );

  app.delete(
    '/api/admin/articles/:id/links/:link',
    {
      schema: {
        params: z.strictObject({ id, link: id }),
        response: { 200: draftLinkListResponse },
      },
    },
    async (request) => {
      const { id, link } = request.params;
      await revokeDraftLink(context, id, link);
      return { links: listDraftLinks(context, id) };
    },
  );

  app.put(
    '/api/admin/articles/:id/autosave',
    {
      schema: {
        params,
        headers: z.looseObject({
          'if-match': z.string().max(200).optional(),
          [EDIT_SESSION_HEADER]: editSessionIdFormat,
        }),
        body: autosaveRequest,
        response: { 200: autosaveResponse, 409: z.union([articleConflictResponse, errorResponse]) },
      },
      // Called after every pause in typing; revisions store the author of each change.
      config: { audited: false },
    },
    async (request, reply) => {
      try {
        const article = await autosaveArticle(context, request.params.id, request.body, {
          expectedVersion: readVersion(request.headers['if-match']),
          userId: viewerOf(request).userId,
          editSessionId: request.headers[EDIT_SESSION_HEADER],
          requestedAt: requestedAt(request),
        });
        return {
          msg: article ? 'Saved as draft.' : 'Kept as unsaved changes.',
          savedAt: iso(context.clock()),
          article: article && toArticleResponse(context, article, { admin: true }),
        };
      } catch (error) {
        if (!(error instanceof EditConflictError)) throw error;
        return reply.status(409).send({
          msg: error.message,
          code: 'EDIT_CONFLICT',
          theirs: toArticleResponse(context, error.theirs, { admin: true }),
          yours: request.body,
        });
      }
    },
  );

  app.get(
    '/api/admin/articles/:id/copies',
    { schema: { params, response: { 200: workingCopyListResponse } } },
    async (request) => ({
      copies: listWorkingCopies(context, request.params.id, viewerOf(request).userId),
    }),
  );

  app.delete(
    '/api/admin/articles/:id/copies/:editSessionId',
    {
      schema: {
        params: z.strictObject({ id, editSessionId: editSessionIdFormat }),
        response: { 200: z.object({ msg: z.string() }) },
      },
      // The unsaved text of the admin, which no one else has seen.
      config: { audited: false },
    },
    async (request) => {
      const { editSessionId } = request.params;
      const { userId } = viewerOf(request);
      await discardWorkingCopy(context, request.params.id, { userId, editSessionId });
      return { msg: 'Discarded.' };
    },
  );

  app.get(
    '/api/admin/articles/:id/revisions',
    {
      schema: { params, querystring: revisionListQuery, response: { 200: revisionListResponse } },
    },
    async (request) => listRevisionPage(context, request.params.id, request.query.before),
  );

  app.get(
    '/api/admin/articles/:id/revisions/:revision',
    {
      schema: {
        params: z.strictObject({ id, revision: z.string().min(1).max(64) }),
        response: { 200: revisionResponse },
      },
    },
    async (request) => getRevision(context, request.params.id, request.params.revision),
  );
};
