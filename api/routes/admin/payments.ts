import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  orderExportResponse,
  orderListQuery,
  orderListResponse,
  orderOneResponse,
  refundRequest,
} from '#contracts/order.ts';
import { exportOrders, readOrders } from '../../services/orders/history.ts';
import { refundOrder } from '../../services/orders/refund.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const refundAnswer = orderOneResponse.extend({ msg: z.string() });

/** All orders, and giving money back. */
export const adminPaymentRoutes: FastifyPluginAsyncZod = async (app) => {
  const { till } = app;

  app.get(
    '/api/payment',
    { schema: { querystring: orderListQuery, response: { 200: orderListResponse } } },
    async (request) => readOrders(till, request.query),
  );

  app.get(
    '/api/payment/export',
    {
      schema: { response: { 200: orderExportResponse } },
      // Everybody's address in one file: not for who finds the device alone.
      config: { audited: true, confirmed: true },
    },
    async () => exportOrders(till),
  );

  app.post(
    '/api/payment/:id/refunds',
    {
      schema: {
        params,
        body: refundRequest,
        response: { 200: refundAnswer, 202: refundAnswer, '4xx': errorResponse },
      },
      config: { confirmed: true },
    },
    async (request, reply) => {
      const { amount, lines, reason = '' } = request.body ?? {};
      const wish = { amount, lines, reason };
      const { state, order } = await refundOrder(till, request.params.id, wish);
      const done = state === 'done';
      const msg = done
        ? 'The money is on its way back.'
        : 'The payment service does not answer. The refund is asked for again until it does.';
      return reply.status(done ? 200 : 202).send({ msg, order });
    },
  );
};
