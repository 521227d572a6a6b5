import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { doneResponse } from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import { accountDeletionRequest, ownDataResponse } from '#contracts/profile.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import { deleteOwnAccount } from '../../services/profile/delete-account.ts';
import { exportOwnData } from '../../services/profile/own-data.ts';

const HOUR_MS = 3_600_000;
/** Low limit because an export reads every table. */
const dataLimit = { max: 10, timeWindow: HOUR_MS } as const;

/** Routes for exporting the own data and deleting the account. */
export async function ownDataRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/api/account/data',
    {
      exposeHeadRoute: false,
      schema: { response: { 200: ownDataResponse, '4xx': errorResponse } },
      config: { rateLimit: dataLimit, confirmed: true },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      return exportOwnData(context, viewerOf(request).userId);
    },
  );

  typed.delete(
    '/api/account',
    {
      schema: {
        body: accountDeletionRequest,
        response: { 200: doneResponse, '4xx': errorResponse },
      },
      config: { confirmed: true },
    },
    async (request, reply) => {
      await deleteOwnAccount(context, viewerOf(request).userId, request.body);
      app.sessionCookies.clear(reply);
      return { msg: 'Your account is deleted.' };
    },
  );
}
