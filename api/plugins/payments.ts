import fastifyPlugin from 'fastify-plugin';
import type { AppContext } from '../context.ts';
import { createPaymentContext, type PaymentContext } from '../services/checkout/payment-context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of the cart, checkout and order services. */
    payments: PaymentContext;
  }
}

/** Decorates the app with the dependencies of the cart, checkout and order services. */
export const paymentsPlugin = fastifyPlugin(
  async (app, context: AppContext) => {
    app.decorate('payments', createPaymentContext(context));
  },
  { name: 'payments' },
);
