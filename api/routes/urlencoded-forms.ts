import type { FastifyInstance } from 'fastify';

/**
 * Maximum bytes of a form without JavaScript or a one-click request of an email provider (RFC
 * 8058).
 */
const FORM_BYTES_MAX = 8_192;

/** Accepts urlencoded forms in the routes of this scope. */
export function acceptUrlencodedForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
