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
import { errorResponse } from '#contracts/errors.ts';
import { cartMessages } from '#contracts/shop-messages.ts';
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

const params = z.strictObject({ id: z.string().min(1).max(200) });
const changed = { 200: cartChangeResponse, '4xx': errorResponse };
const config = { guestRefusal: cartMessages.guest };
/** Attempts of a member to apply a code: enough for typing errors, too few to guess a code. */
const codeLimit = {
  max: 20,
  timeWindow: 10 * 60_000,
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) => viewerOf(request).publicId,
};

/** Routes of the cart; every response is the full cart at current prices. */
export const cartRoutes: FastifyPluginAsyncZod = async (app) => {
  const { payments } = app;

  app.get(
    '/api/cart',
    { schema: { response: { 200: cartResponse, '4xx': errorResponse } }, config },
    async (request) => getCart(payments, viewerOf(request).userId),
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
    {
      schema: { body: cartAddRequest, response: { 201: cartChangeResponse, '4xx': errorResponse } },
      config,
    },
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
};
