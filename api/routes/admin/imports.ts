import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { doneResponse } from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import {
  IMPORT_PART_BYTES,
  importPartQuery,
  importRequest,
  importRunResponse,
  importStartRequest,
} from '#contracts/import.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { viewerOf } from '../../plugins/session.ts';
import { createImportRuns } from '../../services/import/runs/runs.ts';

const runParams = z.strictObject({ id: z.string().min(1).max(40) });
const answers = { 200: importRunResponse, '4xx': errorResponse };
/** The bytes of a part; what came in another type is none. @throws DomainError */
function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
}

/** Imports of one admin's address. */
const rateLimit = { max: 10, timeWindow: 60_000 } as const;

/** Bringing in what other systems have exported, or the archive of a site. */
export const adminImportRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const runs = createImportRuns(context, (error) => app.log.error({ err: error }, 'an import'));
  app.addHook('onClose', () => runs.settled());
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: IMPORT_PART_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.get('/api/admin/imports', { schema: { response: answers } }, async () => ({
    run: runs.latest(),
  }));

  app.post(
    '/api/admin/imports',
    {
      schema: { body: importRequest, response: { 201: importRunResponse, '4xx': errorResponse } },
      // What it brings is published: a device left alone must not do that.
      config: { confirmed: true, rateLimit },
    },
    async (request, reply) => {
      reply.status(201);
      return { run: runs.begin(request.body) };
    },
  );

  app.post(
    '/api/admin/imports/:id/parts',
    {
      schema: {
        description: `The next bytes of the file as application/octet-stream, at most ${IMPORT_PART_BYTES}.`,
        consumes: ['application/octet-stream'],
        body: z.unknown().meta({ type: 'string', format: 'binary' }),
        params: runParams,
        querystring: importPartQuery,
        response: answers,
      },
      // The beginning of the import stands there, and its start will.
      config: { audited: false },
    },
    async (request) => ({
      run: runs.addPart(request.params.id, request.query.offset, bytesOf(request.body)),
    }),
  );

  app.post(
    '/api/admin/imports/:id/start',
    {
      schema: { params: runParams, body: importStartRequest, response: answers },
      config: { confirmed: true, rateLimit },
    },
    async (request) => ({
      run: runs.start(request.params.id, {
        authorId: viewerOf(request).userId,
        force: request.body.force,
      }),
    }),
  );

  app.delete(
    '/api/admin/imports/:id',
    { schema: { params: runParams, response: { 200: doneResponse, '4xx': errorResponse } } },
    async (request) => {
      runs.forget(request.params.id);
      return { msg: 'Forgotten.' };
    },
  );
};
