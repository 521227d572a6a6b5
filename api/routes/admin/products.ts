import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { doneResponse } from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import {
  categoryChangeResponse,
  categoryDeleteQuery,
  categoryRequest,
  productChangeResponse,
  productConflictResponse,
  productCreateRequest,
  productDeleteResponse,
  productUpdateRequest,
} from '#contracts/product.ts';
import { PRODUCT_UPLOADS_PATH, productUploadLimits, UPLOAD_CHUNK_TYPE } from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import {
  createCategory,
  deleteCategory,
  renameCategory,
} from '../../services/products/categories.ts';
import { createProductUploads } from '../../services/products/product-files.ts';
import {
  changeProduct,
  createProduct,
  deleteProduct,
  ProductConflictError,
} from '../../services/products/products.ts';
import { toProductResponse } from '../../services/products/read-products.ts';
import { readVersion } from '../read-version.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const asAdmin = { admin: true };

/** Routes that change products, categories and their files. */
export const adminProductRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.post(
    '/api/products',
    { schema: { body: productCreateRequest, response: { 201: productChangeResponse } } },
    async (request, reply) => {
      const product = await createProduct(context, request.body);
      reply.status(201).header('etag', `"v${product.version}"`);
      const msg =
        product.state === 'draft' && request.body.state === undefined
          ? 'Saved as a draft: the product still needs a file.'
          : 'Saved.';
      return { msg, product: toProductResponse(context, product, asAdmin) };
    },
  );

  app.put(
    '/api/products/:id',
    {
      schema: {
        params,
        headers: z.looseObject({ 'if-match': z.string().max(200).optional() }),
        body: productUpdateRequest,
        response: {
          200: productChangeResponse,
          409: z.union([productConflictResponse, errorResponse]),
        },
      },
    },
    async (request, reply) => {
      try {
        const { version, ...update } = request.body;
        const product = await changeProduct(context, request.params.id, update, {
          expectedVersion: readVersion(request.headers['if-match']) ?? version ?? null,
        });
        reply.header('etag', `"v${product.version}"`);
        return { msg: 'Saved.', product: toProductResponse(context, product, asAdmin) };
      } catch (error) {
        if (!(error instanceof ProductConflictError)) throw error;
        return reply.status(409).send({
          msg: error.message,
          code: 'EDIT_CONFLICT',
          theirs: toProductResponse(context, error.theirs, asAdmin),
          yours: request.body,
        });
      }
    },
  );

  app.delete(
    '/api/products/:id',
    { schema: { params, response: { 200: productDeleteResponse } } },
    async (request) => {
      const left = await deleteProduct(context, request.params.id);
      if (!left) return { msg: 'Deleted.', product: null };
      return {
        msg: 'This product has been sold, so it was retired instead of deleted: it is no longer for sale, but buyers keep access.',
        product: toProductResponse(context, left, asAdmin),
      };
    },
  );

  app.post(
    '/api/category',
    { schema: { body: categoryRequest, response: { 201: categoryChangeResponse } } },
    async (request, reply) => {
      const category = await createCategory(context, request.body.name);
      reply.status(201);
      return { msg: 'Added.', category };
    },
  );

  app.put(
    '/api/category/:id',
    { schema: { params, body: categoryRequest, response: { 200: categoryChangeResponse } } },
    async (request) => ({
      msg: 'Renamed.',
      category: await renameCategory(context, request.params.id, request.body.name),
    }),
  );

  app.delete(
    '/api/category/:id',
    { schema: { params, querystring: categoryDeleteQuery, response: { 200: doneResponse } } },
    async (request) => {
      await deleteCategory(context, request.params.id, request.query.into);
      return { msg: 'Deleted.' };
    },
  );
};

const uploadParams = z.strictObject({ id: z.string().max(64) });
const responses = { '2xx': z.any() };

/** Uploads of product files with the tus protocol. */
export const adminProductUploadRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  const uploads = createProductUploads(context);
  // Streamed to the disk, so the size limit of other bodies does not apply.
  app.addContentTypeParser(UPLOAD_CHUNK_TYPE, (_request, payload, done) => done(null, payload));

  async function pass(request: FastifyRequest, reply: FastifyReply) {
    const { body } = request;
    const uploadRequest = new Request(new URL(request.raw.url ?? '/', context.config.siteUrl), {
      method: request.method,
      headers: plainHeaders(request),
      ...(body instanceof Readable && { body: Readable.toWeb(body), duplex: 'half' as const }),
    });
    const response = await uploads.handle(uploadRequest, viewerOf(request).userId);
    for (const [name, value] of response.headers) {
      // No CORS: the library adds these headers, but other sites must not call the route.
      if (!name.startsWith('access-control-')) reply.header(name, value);
    }
    reply.header('cache-control', 'no-store');
    return reply.status(response.status).send();
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
        response: responses,
      },
    },
    pass,
  );

  app.route({
    method: 'PATCH',
    url: `${PRODUCT_UPLOADS_PATH}/:id`,
    schema: {
      description: 'tus 1.0.0: appends bytes from `Upload-Offset`.',
      consumes: [UPLOAD_CHUNK_TYPE],
      params: uploadParams,
      response: responses,
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
      params: uploadParams,
      response: responses,
    },
    handler: pass,
  });

  app.delete(
    `${PRODUCT_UPLOADS_PATH}/:id`,
    {
      schema: {
        description: 'tus 1.0.0: deletes an upload.',
        params: uploadParams,
        response: responses,
      },
    },
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
