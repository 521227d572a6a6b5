import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { contactRequest, contactResponse } from '#contracts/contact.ts';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import { mailMessage, receiveMessage } from '../../services/contact.ts';
import { createMailer } from '../../services/mail.ts';
import { workAfterAnswer } from '../after-answer.ts';

const HOUR_MS = 3_600_000;
/**
 * Messages that one address may send. Counted after the fields were checked, so that a slip of the
 * finger costs nothing.
 */
const contactLimit = { max: 5, timeWindow: HOUR_MS, hook: 'preHandler' } as const;

/** Writing to the owner. */
export async function contactRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const mailer = createMailer(context.config, context.clock);
  const afterAnswer = workAfterAnswer(app);

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/contact',
    {
      schema: { body: contactRequest, response: { 201: contactResponse, '4xx': errorResponse } },
      config: { rateLimit: contactLimit },
    },
    async (request, reply) => {
      const message = await receiveMessage(context, request.body);
      if (message) {
        const about = { message: message.publicId };
        afterAnswer(mailMessage(context, mailer, message), 'a mail was not sent', about);
      }
      reply.status(201);
      return { msg: 'Thank you. Your message has arrived and will be answered by e-mail.' };
    },
  );
}
