import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactRequest, contactResponse } from '#contracts/contact.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import { receiveMessage } from '../../services/contact.ts';

/** Messages per IP address, counted after validation, so that invalid ones do not count. */
const contactLimit = { max: 5, timeWindow: HOUR_MS, hook: 'preHandler' } as const;

/** Route of contact messages. */
export const contactRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.post(
    '/api/contact',
    {
      schema: { body: contactRequest, response: { 201: contactResponse } },
      config: { rateLimit: contactLimit },
    },
    async (request, reply) => {
      await receiveMessage(context, request.body);
      reply.status(201);
      return { msg: 'Thank you. We have received your message and will reply by email.' };
    },
  );
};
