import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { doneResponse } from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import {
  importPartQuery,
  importRequest,
  importRunResponse,
  importStartRequest,
} from '#contracts/import.ts';
import { IMPORT_PART_BYTES } from '#contracts/import-limits.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { viewerOf } from '../../plugins/session.ts';
import { createImportRuns } from '../../services/import/runs/import-runs.ts';

const runParams = z.strictObject({ id: z.string().min(1).max(40) });
const responses = { 200: importRunResponse, '4xx': errorResponse };
/** Returns the bytes of a chunk. @throws DomainError for another content type */
function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
}

/** Rate limit per client. */
const rateLimit = { max: 10, timeWindow: 60_000 } as const;

/** Routes for importing exports of other platforms and site exports. */
export const adminImportRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const runs = createImportRuns(context, (error) => app.log.error({ err: error }, 'import failed'));
  app.addHook('onClose', () => runs.settled());
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: IMPORT_PART_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.get('/api/admin/imports', { schema: { response: responses } }, async () => ({
    run: runs.latest(),
  }));

  app.post(
    '/api/admin/imports',
    {
      schema: { body: importRequest, response: { 201: importRunResponse, '4xx': errorResponse } },
      // An import publishes articles, so an unattended session must not start one.
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
        response: responses,
      },
      // The audit log has entries for the creation and the start of the import.
      config: { audited: false },
    },
    async (request) => ({
      run: runs.addPart(request.params.id, request.query.offset, bytesOf(request.body)),
    }),
  );

  app.post(
    '/api/admin/imports/:id/start',
    {
      schema: { params: runParams, body: importStartRequest, response: responses },
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
