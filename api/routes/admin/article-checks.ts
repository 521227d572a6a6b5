import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  articleCheckRequest,
  articleCheckResponse,
  outsideCheckRequest,
  outsideCheckResponse,
} from '#contracts/article-check.ts';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import { checkArticle } from '../../services/checks/checks.ts';
import { createOutsideCheck } from '../../services/checks/links.ts';

/** Route of the checks before publishing; it stores nothing. */
export const adminArticleCheckRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const checkOutside = createOutsideCheck(context);

  app.post(
    '/api/admin/articles/checks',
    {
      schema: {
        body: articleCheckRequest,
        response: { 200: articleCheckResponse, '4xx': errorResponse },
      },
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
      schema: {
        body: outsideCheckRequest,
        response: { 200: outsideCheckResponse, '4xx': errorResponse },
      },
      config: { audited: false },
    },
    async (request) => checkOutside(request.body.urls),
  );
};
