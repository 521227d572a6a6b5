import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactRequest, contactResponse } from '#contracts/contact.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { CONTACT_MESSAGE_MAX } from '#contracts/form-messages.ts';
import type { AppContext } from '../../context.ts';
import { receiveMessage } from '../../services/contact.ts';
import { acceptUrlencodedForms, isUrlencodedForm, toPage } from '../urlencoded-forms.ts';

/** Bytes of the longest message in a form without JavaScript, which may send nine for a letter. */
const FORM_BYTES_MAX = 10 * CONTACT_MESSAGE_MAX;

/** Messages per IP address, counted after validation, so that invalid ones do not count. */
const contactLimit = { max: 5, timeWindow: HOUR_MS, hook: 'preHandler' } as const;

export const contactRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  acceptUrlencodedForms(app, FORM_BYTES_MAX);

  app.post(
    '/api/contact',
    {
      schema: { body: contactRequest, response: { 201: contactResponse } },
      config: { rateLimit: contactLimit },
    },
    async (request, reply) => {
      await receiveMessage(context, request.body);
      if (isUrlencodedForm(request)) return toPage(reply, '/contact#sent');
      reply.status(201);
      return { msg: 'Thank you. We have received your message and will reply by email.' };
    },
  );
};
