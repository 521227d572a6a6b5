import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { doneResponse } from '#contracts/account.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { IMPORT_CHUNK_BYTES } from '#contracts/file-size.ts';
import {
  exportRunResponse,
  importChunkQuery,
  importRequest,
  importRunResponse,
  importStartRequest,
} from '#contracts/import.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { viewerOf } from '../../plugins/session.ts';
import { createImportRuns } from '../../services/import/import-runs.ts';
import { createSiteExports } from '../../services/site-export/export-runs.ts';

const exportParams = z.strictObject({ id: z.string().min(1).max(40) });

/** Routes for creating and downloading site exports. */
export const adminExportRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const exports = createSiteExports(context, (error) =>
    app.log.error({ err: error }, 'site export failed'),
  );
  app.addHook('onClose', () => exports.settled());

  app.post(
    '/api/admin/exports',
    {
      schema: { response: { 201: exportRunResponse } },
      // The file contains all email addresses, so an unattended session must not get it.
      config: { requiresRecentAuth: true, rateLimit: { max: 5, timeWindow: MINUTE_MS } },
    },
    async (_request, reply) => {
      reply.status(201);
      return { run: exports.begin() };
    },
  );

  app.get(
    '/api/admin/exports/:id',
    {
      schema: { params: exportParams, response: { 200: exportRunResponse } },
      // Same requirement as the file, so that the page can ask for it beforehand.
      config: { requiresRecentAuth: true },
    },
    async (request) => ({ run: exports.find(request.params.id) }),
  );

  app.get(
    '/api/admin/exports/:id/file',
    {
      schema: { params: exportParams, hide: true },
      config: { requiresRecentAuth: true, audited: true },
      // A HEAD request would delete the file.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { stream, bytes, name } = exports.open(request.params.id);
      reply.type('application/gzip').header('content-length', bytes);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return reply.send(stream);
    },
  );
};

const runParams = z.strictObject({ id: z.string().min(1).max(40) });
const responses = { 200: importRunResponse };
/** Returns the bytes of a chunk. @throws DomainError for another content type */
function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
}

const rateLimit = { max: 10, timeWindow: MINUTE_MS } as const;

/** Routes for importing exports of other platforms and site exports. */
export const adminImportRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const runs = createImportRuns(context, (error) => app.log.error({ err: error }, 'import failed'));
  app.addHook('onClose', () => runs.settled());
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: IMPORT_CHUNK_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.get('/api/admin/imports', { schema: { response: responses } }, async () => ({
    run: runs.latest(),
  }));

  app.post(
    '/api/admin/imports',
    {
      schema: { body: importRequest, response: { 201: importRunResponse } },
      // An import publishes articles, so an unattended session must not start one.
      config: { requiresRecentAuth: true, rateLimit },
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
        description: `The next bytes of the file as application/octet-stream, at most ${IMPORT_CHUNK_BYTES}.`,
        consumes: ['application/octet-stream'],
        body: z.unknown().meta({ type: 'string', format: 'binary' }),
        params: runParams,
        querystring: importChunkQuery,
        response: responses,
      },
      // The audit log has entries for the creation and the start of the import.
      config: { audited: false },
    },
    async (request) => ({
      run: runs.addChunk(request.params.id, request.query.offset, bytesOf(request.body)),
    }),
  );

  app.post(
    '/api/admin/imports/:id/start',
    {
      schema: { params: runParams, body: importStartRequest, response: responses },
      config: { requiresRecentAuth: true, rateLimit },
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
    { schema: { params: runParams, response: { 200: doneResponse } } },
    async (request) => {
      runs.remove(request.params.id);
      return { msg: 'Import deleted.' };
    },
  );
};
