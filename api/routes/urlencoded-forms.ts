import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUrlencoded } from '../plugins/errors.ts';

/** Makes the routes of `app` accept forms that are sent without JavaScript. */
export function acceptUrlencodedForms(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/**
 * True for a form without JavaScript, whose response is shown as a page. Email providers send forms, too, but with the
 * token in the URL.
 */
export function isUrlencodedForm(request: FastifyRequest): boolean {
  return isUrlencoded(request) && Object.keys(request.query as object).length === 0;
}

/** Redirects to a page. It shows the part that its hash names. */
export function toPage(reply: FastifyReply, page: `/${string}#${string}`): FastifyReply {
  return reply.redirect(page, 303);
}
