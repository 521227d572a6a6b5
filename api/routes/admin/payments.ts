import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  adminOrderOneResponse,
  orderExportQuery,
  orderListQuery,
  orderListResponse,
  refundAnswer,
  refundRequest,
  settledResponse,
  troubleParams,
} from '#contracts/order.ts';
import {
  exportOrders,
  readAnyOrder,
  readOrders,
  settleTrouble,
} from '../../services/orders/admin-orders.ts';
import { refundOrder } from '../../services/orders/refund.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
/** Text that comes piece by piece. */
const csvStream = z.any().meta({ type: 'string' });

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
      schema: {
        querystring: orderExportQuery,
        response: {
          200: {
            description: 'RFC 4180, one line per order line, oldest first',
            content: { 'text/csv': { schema: csvStream } },
          },
          '4xx': errorResponse,
        },
      },
      // Asking whether it is there would be written down as having taken it.
      exposeHeadRoute: false,
      // Everybody's address in one file: not for who finds the device alone.
      config: { audited: true, confirmed: true },
    },
    async (request, reply) => {
      const day = new Date(till.clock()).toISOString().slice(0, 10);
      reply.type('text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="orders-${day}.csv"`);
      return reply.send(Readable.from(exportOrders(till, request.query)));
    },
  );

  app.get(
    '/api/payment/:id',
    { schema: { params, response: { 200: adminOrderOneResponse, '4xx': errorResponse } } },
    async (request) => ({ order: readAnyOrder(till, request.params.id) }),
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
        ? 'Refund started.'
        : 'The payment provider is not responding. The refund will be retried automatically.';
      return reply.status(done ? 200 : 202).send({ msg, order });
    },
  );

  app.post(
    '/api/payment/trouble/:paymentID/settled',
    { schema: { params: troubleParams, response: { 200: settledResponse, '4xx': errorResponse } } },
    async (request) => {
      await settleTrouble(till, request.params.paymentID);
      return { msg: 'Dismissed.' };
    },
  );
};
