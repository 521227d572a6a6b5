import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { handleWebhookEvent } from '../../services/checkout/payment-updates.ts';

/** Largest webhook body, in bytes. */
const EVENT_BYTES = 200_000;
const params = z.strictObject({ provider: z.enum(['paypal', 'demo']) });
const response = { 200: z.object({ msg: z.string() }) };

export const paymentEventRoutes: FastifyPluginAsyncZod = async (app) => {
  const { payments } = app;
  // The signature covers the raw body, so the body is not parsed before the check.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: EVENT_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.post('/api/payment-events/:provider', { schema: { params, response } }, async (request) => {
    const { headers, body } = request;
    const header = (name: string) => {
      const value = headers[name];
      return typeof value === 'string' ? value : '';
    };
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const { provider } = request.params;
    const { isNew, unknownDispute } = await handleWebhookEvent(payments, provider, {
      header,
      body: bytes,
    });
    if (isNew && unknownDispute !== null) {
      request.log.warn({ provider, dispute: unknownDispute }, 'dispute about an unknown payment');
    }
    return { msg: isNew ? 'Received.' : 'Already received.' };
  });
};
