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
import { cartMessages } from '#contracts/shop-words.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  addToCart,
  changeLine,
  readCart,
  removeFromCart,
  replaceCart,
} from '../../services/cart/cart.ts';
import { enterCode, leaveCode } from '../../services/discounts/cart-code.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const changed = { 200: cartChangeResponse, '4xx': errorResponse };
const config = { guestRefusal: cartMessages.guest };
/** Codes that one member may try: more than somebody mistypes, too few to guess one. */
const guesses = {
  ...{ max: 20, timeWindow: 10 * 60_000, hook: 'preHandler' as const },
  keyGenerator: (request: FastifyRequest) => viewerOf(request).publicId,
};

/** What members mean to buy. Every answer is the whole cart, priced as it costs now. */
export const cartRoutes: FastifyPluginAsyncZod = async (app) => {
  const { till } = app;

  app.get(
    '/api/cart',
    { schema: { response: { 200: cartResponse, '4xx': errorResponse } }, config },
    async (request) => readCart(till, viewerOf(request).userId),
  );

  app.patch(
    '/api/user/addcart',
    { schema: { body: addCartRequest, response: changed }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      await replaceCart(till, userId, request.body.cart);
      return { msg: 'Your bag is saved.', ...readCart(till, userId) };
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
      await addToCart(till, userId, request.body);
      reply.status(201);
      return { msg: 'It is in your bag.', ...readCart(till, userId) };
    },
  );

  app.put(
    '/api/cart/:id',
    { schema: { params, body: cartChangeRequest, response: changed }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      await changeLine(till, userId, { ...request.body, product: request.params.id });
      return { msg: 'Your bag is saved.', ...readCart(till, userId) };
    },
  );

  app.put(
    '/api/cart/discount',
    {
      schema: { body: cartDiscountRequest, response: changed },
      config: { ...config, rateLimit: guesses },
    },
    async (request) => {
      const { userId } = viewerOf(request);
      await enterCode(till, userId, request.body.code);
      return { msg: 'Your code is in the bag.', ...readCart(till, userId) };
    },
  );

  app.delete('/api/cart/discount', { schema: { response: changed }, config }, async (request) => {
    const { userId } = viewerOf(request);
    await leaveCode(till, userId);
    return { msg: 'The code is out of your bag.', ...readCart(till, userId) };
  });

  app.delete(
    '/api/cart/:id',
    { schema: { params, response: changed }, config },
    async (request) => {
      const { userId } = viewerOf(request);
      await removeFromCart(till, userId, request.params.id);
      return { msg: 'It is out of your bag.', ...readCart(till, userId) };
    },
  );
};
