import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import { secondFactorRule } from '#contracts/second-factor.ts';
import { viewerOf } from '../../plugins/session.ts';
import { ruleSecondFactor } from '../../services/accounts/second-factors-rule.ts';

/** Whether admins need a second factor. */
export const adminSecondFactorRoutes: FastifyPluginAsyncZod = async (app) => {
  app.put(
    '/api/admin/second-factor',
    {
      schema: { body: secondFactorRule, response: { 200: doneResponse, '4xx': errorResponse } },
      config: { confirmed: true },
    },
    async (request) => {
      const { required } = request.body;
      await ruleSecondFactor(app.accounts, viewerOf(request).userId, required);
      const msg = required
        ? 'From now on admins need a second factor.'
        : 'Admins may sign in without a second factor.';
      return { msg };
    },
  );
};
