import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createTill, type Till } from '../services/checkout/payment-context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of the cart, checkout and order services. */
    till: Till;
  }
}

/** Makes what routes hand on to the services of carts, checkouts and orders. */
export const tillPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('till', createTill(context));
  },
  { name: 'till' },
);
