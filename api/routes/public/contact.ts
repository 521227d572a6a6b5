import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { contactRequest, contactResponse } from '#contracts/contact.ts';
import { errorResponse } from '#contracts/errors.ts';
import type { AppContext } from '../../context.ts';
import { mailMessage, receiveMessage } from '../../services/contact.ts';
import { createMailer } from '../../services/mail.ts';

const HOUR_MS = 3_600_000;
/**
 * Messages that one address may send. Counted after the fields were checked, so that a slip of the
 * finger costs nothing.
 */
const contactLimit = { max: 5, timeWindow: HOUR_MS, hook: 'preHandler' } as const;

/** Writing to the owner. */
export async function contactRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const mailer = createMailer(context.config, context.clock);
  const underway = new Set<Promise<void>>();
  // The answer does not wait for a mail server; the end of the process does.
  app.addHook('onClose', async () => {
    await Promise.all(underway);
  });

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/contact',
    {
      schema: { body: contactRequest, response: { 201: contactResponse, '4xx': errorResponse } },
      config: { rateLimit: contactLimit },
    },
    async (request, reply) => {
      const message = await receiveMessage(context, request.body);
      if (message) {
        const mail = mailMessage(context, mailer, message)
          .catch((error) => {
            request.log.error({ err: error, message: message.publicId }, 'a mail was not sent');
          })
          .finally(() => underway.delete(mail));
        underway.add(mail);
      }
      reply.status(201);
      return { msg: 'Thank you. Your message has arrived and will be answered by e-mail.' };
    },
  );
}
