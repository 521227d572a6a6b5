import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import { PRODUCT_UPLOADS_PATH, productUploadLimits, UPLOAD_PIECE_TYPE } from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import { createProductUploads } from '../../services/products/uploads.ts';

const params = z.strictObject({ id: z.string().max(64) });
const answers = { '2xx': z.any(), '4xx': errorResponse, 507: errorResponse };

/** Files of products as they come in, by the tus protocol. */
export const adminProductUploadRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const uploads = createProductUploads(context);
  // The bytes go to the disk as they arrive, whatever the bound of other bodies.
  app.addContentTypeParser(UPLOAD_PIECE_TYPE, (_request, payload, done) => done(null, payload));

  async function pass(request: FastifyRequest, reply: FastifyReply) {
    const { body } = request;
    const asked = new Request(new URL(request.raw.url ?? '/', context.config.siteUrl), {
      method: request.method,
      headers: plainHeaders(request),
      ...(body instanceof Readable && { body: Readable.toWeb(body), duplex: 'half' as const }),
    });
    const answer = await uploads.handle(asked, viewerOf(request).userId);
    for (const [name, value] of answer.headers) {
      // Other sites have no business here, whatever the library offers them.
      if (!name.startsWith('access-control-')) reply.header(name, value);
    }
    reply.header('cache-control', 'no-store');
    return reply.status(answer.status).send();
  }

  app.get(PRODUCT_UPLOADS_PATH, { schema: { response: { 200: productUploadLimits } } }, async () =>
    uploads.limits(),
  );

  app.post(
    PRODUCT_UPLOADS_PATH,
    {
      schema: {
        description:
          'tus 1.0.0: creates an upload of `Upload-Length` bytes, named by `filename` of `Upload-Metadata`.',
        response: answers,
      },
    },
    pass,
  );

  app.route({
    method: 'PATCH',
    url: `${PRODUCT_UPLOADS_PATH}/:id`,
    schema: {
      description: 'tus 1.0.0: appends bytes from `Upload-Offset`.',
      consumes: [UPLOAD_PIECE_TYPE],
      params,
      response: answers,
    },
    // The start of the upload and the change of its product are audited instead.
    config: { audited: false },
    handler: pass,
  });

  app.route({
    method: 'HEAD',
    url: `${PRODUCT_UPLOADS_PATH}/:id`,
    schema: {
      description: 'tus 1.0.0: returns the offset of an upload.',
      params,
      response: answers,
    },
    handler: pass,
  });

  app.delete(
    `${PRODUCT_UPLOADS_PATH}/:id`,
    { schema: { description: 'tus 1.0.0: deletes an upload.', params, response: answers } },
    pass,
  );
};

/** Converts headers to the Headers class of the web; cookies and forwarded headers are dropped. */
function plainHeaders({ headers }: FastifyRequest): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && wanted.has(name)) plain.set(name, value);
  }
  return plain;
}

const wanted = new Set([
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-defer-length',
  'upload-concat',
]);
