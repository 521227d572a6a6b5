import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import { secondFactorRule } from '#contracts/second-factor.ts';
import { viewerOf } from '../../plugins/session.ts';
import { setSecondFactorPolicy } from '../../services/second-factors/second-factors.ts';

/** Routes of the second-factor policy for admins. */
export const adminSecondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  app.put(
    '/api/admin/second-factor',
    {
      schema: { body: secondFactorRule, response: { 200: doneResponse, '4xx': errorResponse } },
      config: { confirmed: true },
    },
    async (request) => {
      const { required } = request.body;
      await setSecondFactorPolicy(app.accounts, viewerOf(request).userId, required);
      const msg = required
        ? 'Admins now need a second factor.'
        : 'Admins may sign in without a second factor.';
      return { msg };
    },
  );
};
