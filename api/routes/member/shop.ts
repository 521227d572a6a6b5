import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  addCartRequest,
  cartAddRequest,
  cartChangeRequest,
  cartChangeResponse,
  cartResponse,
} from '#contracts/cart.ts';
import { cartDiscountRequest } from '#contracts/discount.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import {
  downloadLinkRequest,
  downloadLinkResponse,
  libraryQuery,
  libraryResponse,
} from '#contracts/library.ts';
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
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  addToCart,
  applyCode,
  changeLine,
  getCart,
  removeCode,
  removeFromCart,
  replaceCart,
} from '../../services/cart/cart.ts';
import { completePayment } from '../../services/checkout/complete-payment.ts';
import { createCheckout } from '../../services/checkout/create-checkout.ts';
import { chooseDemoOutcome, getDemoPayment } from '../../services/checkout/payment-updates.ts';
import { createDownloadUrl } from '../../services/library/download.ts';
import { getLibraryPage } from '../../services/library/library.ts';
import { getOrder, getOrderHistory } from '../../services/orders/orders.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const changed = { 200: cartChangeResponse };
const config = { guestRefusal: cartMessages.guest };
/** Attempts of a member to apply a code: enough for typing errors, too few to guess a code. */
const codeLimit = {
  max: 20,
  timeWindow: 10 * MINUTE_MS,
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => viewerOf(request).publicId,
};

/** Limit of calls that trigger a request to the provider; higher than any person needs. */
const limited = {
  ...config,
  rateLimit: { max: 30, timeWindow: MINUTE_MS, hook: 'preHandler' as const },
};

/**
 * Routes of cart, checkout, order history, library and download links. Every response about the cart
 * is the full cart at current prices.
 */
export const shopRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const { payments } = app;

  app.get('/api/cart', { schema: { response: { 200: cartResponse } }, config }, async (request) =>
    getCart(payments, viewerOf(request).userId),
  );

  app.patch(
    '/api/user/addcart',
    { schema: { body: addCartRequest, response: changed }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      await replaceCart(payments, userId, request.body.cart);
      return { msg: 'Your cart is saved.', ...getCart(payments, userId) };
    },
  );

  app.post(
    '/api/cart',
    { schema: { body: cartAddRequest, response: { 201: cartChangeResponse } }, config },
    async (request, reply) => {
      const { userId } = viewerOf(request);
      await addToCart(payments, userId, request.body);
      reply.status(201);
      return { msg: 'Added to your cart.', ...getCart(payments, userId) };
    },
  );

  app.put(
    '/api/cart/:id',
    { schema: { params, body: cartChangeRequest, response: changed }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      await changeLine(payments, userId, { ...request.body, product: request.params.id });
      return { msg: 'Your cart is saved.', ...getCart(payments, userId) };
    },
  );

  app.put(
    '/api/cart/discount',
    {
      schema: { body: cartDiscountRequest, response: changed },
      config: { ...config, rateLimit: codeLimit },
    },
    async (request) => {
      const { userId } = viewerOf(request);
      await applyCode(payments, userId, request.body.code);
      return { msg: 'Discount code applied.', ...getCart(payments, userId) };
    },
  );

  app.delete('/api/cart/discount', { schema: { response: changed }, config }, async (request) => {
    const { userId } = viewerOf(request);
    await removeCode(payments, userId);
    return { msg: 'Discount code removed.', ...getCart(payments, userId) };
  });

  app.delete(
    '/api/cart/:id',
    { schema: { params, response: changed }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      await removeFromCart(payments, userId, request.params.id);
      return { msg: 'Removed from your cart.', ...getCart(payments, userId) };
    },
  );

  app.post(
    '/api/checkout',
    { schema: { body: checkoutRequest, response: { 200: checkoutResponse } }, config: limited },
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
        response: { 200: paymentResponse, 202: paymentPendingResponse },
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
    { schema: { querystring: historyQuery, response: { 200: historyResponse } } },
    async (request) => getOrderHistory(payments, viewerOf(request).userId, request.query),
  );

  app.get(
    '/api/user/history/:id',
    { schema: { params, response: { 200: orderOneResponse } } },
    async (request) => ({ order: getOrder(payments, request.params.id, viewerOf(request)) }),
  );

  app.get(
    '/api/demo-payments/:id',
    { schema: { params, response: { 200: demoPaymentResponse } } },
    async (request) => getDemoPayment(payments, viewerOf(request).userId, request.params.id),
  );

  app.post(
    '/api/demo-payments/:id',
    { schema: { params, body: demoPaymentRequest, response: { 200: demoPaymentChosen } } },
    async (request) => {
      const { choice } = request.body;
      const input = { id: request.params.id, choice };
      const goTo = await chooseDemoOutcome(payments, viewerOf(request).userId, input);
      return { msg: 'Your choice was recorded by the demo provider.', goTo };
    },
  );

  app.get(
    '/api/library',
    { schema: { querystring: libraryQuery, response: { 200: libraryResponse } } },
    async (request) => getLibraryPage(context, viewerOf(request).userId, request.query),
  );

  app.post(
    '/api/library/links',
    {
      schema: { body: downloadLinkRequest, response: { 201: downloadLinkResponse } },
      config: { rateLimit: { max: 60, timeWindow: MINUTE_MS, hook: 'preHandler' } },
    },
    async (request, reply) => {
      const link = createDownloadUrl(context, viewerOf(request), request.body.version);
      return reply.status(201).send(link);
    },
  );
};
