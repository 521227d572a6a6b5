import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  discountChangeResponse,
  discountListQuery,
  discountListResponse,
  discountRequest,
  discountUsesQuery,
  discountUsesResponse,
} from '#contracts/discount.ts';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import {
  createDiscount,
  endDiscount,
  getDiscountPage,
  getRedemptionPage,
  toDiscountResponse,
  updateDiscountTerms,
} from '../../services/discounts/discounts.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const changed = { 200: discountChangeResponse, '4xx': errorResponse };

/** Routes of discount codes and their redemptions. */
export const adminDiscountRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.get(
    '/api/admin/discounts',
    { schema: { querystring: discountListQuery, response: { 200: discountListResponse } } },
    async (request) => getDiscountPage(context, request.query),
  );

  app.post(
    '/api/admin/discounts',
    {
      schema: {
        body: discountRequest,
        response: { 201: discountChangeResponse, '4xx': errorResponse },
      },
    },
    async (request, reply) => {
      const discount = await createDiscount(context, request.body);
      reply.status(201);
      return { msg: 'Discount code created.', discount: toDiscountResponse(context, discount) };
    },
  );

  app.put(
    '/api/admin/discounts/:id',
    { schema: { params, body: discountRequest, response: changed } },
    async (request) => {
      const discount = await updateDiscountTerms(context, request.params.id, request.body);
      return { msg: 'Saved.', discount: toDiscountResponse(context, discount) };
    },
  );

  app.post(
    '/api/admin/discounts/:id/end',
    { schema: { params, response: changed } },
    async (request) => {
      const discount = await endDiscount(context, request.params.id);
      return { msg: 'Discount code ended.', discount: toDiscountResponse(context, discount) };
    },
  );

  app.get(
    '/api/admin/discounts/:id/uses',
    {
      schema: {
        params,
        querystring: discountUsesQuery,
        response: { 200: discountUsesResponse, '4xx': errorResponse },
      },
    },
    async (request) => getRedemptionPage(context, request.params.id, request.query.page),
  );
};
