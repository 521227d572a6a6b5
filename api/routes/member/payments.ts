import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  checkoutRequest,
  checkoutResponse,
  demoPaymentChosen,
  demoPaymentRequest,
  demoPaymentResponse,
  historyQuery,
  historyResponse,
  orderOneResponse,
  paymentPendingResponse,
  paymentRequest,
  paymentResponse,
} from '#contracts/order.ts';
import { cartMessages } from '#contracts/shop-messages.ts';
import { viewerOf } from '../../plugins/session.ts';
import { completePayment } from '../../services/checkout/complete-payment.ts';
import { createCheckout } from '../../services/checkout/create-checkout.ts';
import { chooseDemoOutcome, getDemoPayment } from '../../services/checkout/payment-updates.ts';
import { getOrder, getOrderHistory } from '../../services/orders/orders.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const config = { guestRefusal: cartMessages.guest };
const refused = { '4xx': errorResponse, '5xx': errorResponse };
/** Limit of calls that trigger a request to the provider; higher than any person needs. */
const limited = {
  ...config,
  rateLimit: { max: 30, timeWindow: 60_000, hook: 'preHandler' as const },
};

/** Routes of checkout, payments and the order history. */
export const paymentRoutes: FastifyPluginAsyncZod = async (app) => {
  const { payments } = app;

  app.post(
    '/api/checkout',
    {
      schema: { body: checkoutRequest, response: { 200: checkoutResponse, ...refused } },
      config: limited,
    },
    async (request) => {
      const { total } = request.body;
      return createCheckout(payments, { userId: viewerOf(request).userId, total });
    },
  );

  app.post(
    '/api/payment',
    {
      schema: {
        body: paymentRequest,
        response: { 200: paymentResponse, 202: paymentPendingResponse, ...refused },
      },
      config: limited,
    },
    async (request, reply) => {
      const finished = await completePayment(payments, viewerOf(request).userId, request.body);
      if (finished.order === null) return reply.status(202).send(finished);
      return reply.status(200).send(finished);
    },
  );

  app.get(
    '/api/user/history',
    { schema: { querystring: historyQuery, response: { 200: historyResponse, ...refused } } },
    async (request) => getOrderHistory(payments, viewerOf(request).userId, request.query),
  );

  app.get(
    '/api/user/history/:id',
    { schema: { params, response: { 200: orderOneResponse, ...refused } } },
    async (request) => ({ order: getOrder(payments, request.params.id, viewerOf(request)) }),
  );

  app.get(
    '/api/demo-payments/:id',
    { schema: { params, response: { 200: demoPaymentResponse, ...refused } } },
    async (request) => getDemoPayment(payments, viewerOf(request).userId, request.params.id),
  );

  app.post(
    '/api/demo-payments/:id',
    {
      schema: {
        params,
        body: demoPaymentRequest,
        response: { 200: demoPaymentChosen, ...refused },
      },
    },
    async (request) => {
      const { choice } = request.body;
      const input = { id: request.params.id, choice };
      const goTo = await chooseDemoOutcome(payments, viewerOf(request).userId, input);
      return { msg: 'Your choice was recorded by the demo provider.', goTo };
    },
  );
};
