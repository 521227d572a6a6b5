import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { templatesResponse } from '#contracts/content.ts';
import type { AppContext } from '../../context.ts';
import { getContent } from '../../site-content.ts';

/** Article templates of the owner, for the editor. */
export const adminTemplateRoutes: FastifyPluginAsyncZod<AppContext> = async (app, { database }) => {
  const response = { 200: templatesResponse };
  app.get('/api/admin/templates', { schema: { response } }, async () => ({
    templates: getContent(database, 'templates'),
  }));
};
