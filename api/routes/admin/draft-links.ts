import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  draftLinkListResponse,
  draftLinkMadeResponse,
  draftLinkRequest,
} from '#contracts/draft-link.ts';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import { endDraftLink, listDraftLinks, shareDraft } from '../../services/drafts/draft-links.ts';

const name = z.string().min(1).max(200);
const params = z.strictObject({ id: name });

/** Links by which a draft is shown to others. */
export const adminDraftLinkRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/articles/:id/links',
    { schema: { params, response: { 200: draftLinkListResponse, 404: errorResponse } } },
    async (request) => ({ links: listDraftLinks(context, request.params.id) }),
  );

  app.post(
    '/api/admin/articles/:id/links',
    {
      schema: {
        params,
        body: draftLinkRequest,
        response: { 201: draftLinkMadeResponse, '4xx': errorResponse },
      },
    },
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
        params: z.strictObject({ id: name, link: name }),
        response: { 200: draftLinkListResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const { id, link } = request.params;
      await endDraftLink(context, id, link);
      return { links: listDraftLinks(context, id) };
    },
  );
};
