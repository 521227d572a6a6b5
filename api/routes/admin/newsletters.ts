import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  articleNewsletterResponse,
  newsletterChangeResponse,
  newsletterListResponse,
} from '#contracts/newsletter.ts';
import type { AppContext } from '../../context.ts';
import {
  readArticleNewsletter,
  readNewsletters,
  stopNewsletter,
} from '../../services/mail/newsletters.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });

/** Articles that go to the subscribers. Asking for it is a field of the article. */
export const adminNewsletterRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/newsletters',
    { schema: { response: { 200: newsletterListResponse } } },
    async () => readNewsletters(context),
  );

  app.get(
    '/api/admin/articles/:id/newsletter',
    { schema: { params, response: { 200: articleNewsletterResponse, 404: errorResponse } } },
    async (request) => readArticleNewsletter(context, request.params.id),
  );

  app.post(
    '/api/admin/newsletters/:id/stop',
    {
      schema: {
        params,
        response: { 200: newsletterChangeResponse, 404: errorResponse, 409: errorResponse },
      },
    },
    async (request) => ({
      msg: 'The newsletter was stopped; remaining emails will not be sent.',
      newsletter: await stopNewsletter(context, request.params.id),
    }),
  );
};
