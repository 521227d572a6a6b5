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
import { cartMessages } from '#contracts/shop-words.ts';
import { viewerOf } from '../../plugins/session.ts';
import { finishPayment } from '../../services/checkout/complete-payment.ts';
import { beginCheckout } from '../../services/checkout/create-checkout.ts';
import { chooseAtDemo, readDemoPayment } from '../../services/checkout/demo-payment-page.ts';
import { readHistory, readOrder } from '../../services/orders/orders.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const config = { guestRefusal: cartMessages.guest };
const refused = { '4xx': errorResponse, '5xx': errorResponse };
/** Calls that make us ask a provider: more of them than a person makes. */
const limited = {
  ...config,
  rateLimit: { max: 30, timeWindow: 60_000, hook: 'preHandler' as const },
};

/** Paying for the cart, and what was bought. */
export const paymentRoutes: FastifyPluginAsyncZod = async (app) => {
  const { till } = app;

  app.post(
    '/api/checkout',
    {
      schema: { body: checkoutRequest, response: { 200: checkoutResponse, ...refused } },
      config: limited,
    },
    async (request) => {
      const { total } = request.body;
      return beginCheckout(till, { userId: viewerOf(request).userId, total });
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
      const finished = await finishPayment(till, viewerOf(request).userId, request.body);
      if (finished.order === null) return reply.status(202).send(finished);
      return reply.status(200).send(finished);
    },
  );

  app.get(
    '/api/user/history',
    { schema: { querystring: historyQuery, response: { 200: historyResponse, ...refused } } },
    async (request) => readHistory(till, viewerOf(request).userId, request.query),
  );

  app.get(
    '/api/user/history/:id',
    { schema: { params, response: { 200: orderOneResponse, ...refused } } },
    async (request) => ({ order: readOrder(till, request.params.id, viewerOf(request)) }),
  );

  app.get(
    '/api/demo-payments/:id',
    { schema: { params, response: { 200: demoPaymentResponse, ...refused } } },
    async (request) => readDemoPayment(till, viewerOf(request).userId, request.params.id),
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
      const wish = { id: request.params.id, choice };
      const goTo = await chooseAtDemo(till, viewerOf(request).userId, wish);
      return { msg: 'Your choice was recorded by the demo provider.', goTo };
    },
  );
};
