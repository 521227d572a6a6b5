import type { FastifyInstance } from 'fastify';

/** Bytes of a form without a script, or of the one-click request of a mail program (RFC 8058). */
const FORM_BYTES = 8_192;

/** Lets the routes of this scope, and of no other, be sent by a form of a browser without scripts. */
export function acceptPlainForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
