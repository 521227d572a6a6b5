import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  addCartRequest,
  cartAddRequest,
  cartChangeRequest,
  cartChangeResponse,
  cartResponse,
} from '#contracts/cart.ts';
import { errorResponse } from '#contracts/errors.ts';
import { cartMessages } from '#contracts/shop-words.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  addToCart,
  changeQuantity,
  readCart,
  removeFromCart,
  replaceCart,
} from '../../services/cart/cart.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const changed = { 200: cartChangeResponse, '4xx': errorResponse };
const config = { guestRefusal: cartMessages.guest };

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
      const { quantity } = request.body;
      await changeQuantity(till, userId, { product: request.params.id, quantity });
      return { msg: 'Your bag is saved.', ...readCart(till, userId) };
    },
  );

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
