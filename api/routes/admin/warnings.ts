import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { adminWarningsResponse } from '#contracts/admin-warning.ts';
import type { AppContext } from '../../context.ts';
import { listContentWarnings, listShopWarnings, listWarnings } from '../../services/warnings.ts';

/** The warnings above every admin page. */
export const adminWarningRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const response = { 200: adminWarningsResponse };
  app.get('/api/admin/warnings', { schema: { response } }, async () => ({
    warnings: [
      ...listWarnings(context.config),
      ...listShopWarnings(context),
      ...listContentWarnings(context),
    ],
  }));
};
