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
import type { AppContext } from '../../context.ts';
import {
  createCategory,
  deleteCategory,
  renameCategory,
} from '../../services/products/categories.ts';
import {
  changeProduct,
  createProduct,
  deleteProduct,
  ProductConflict,
} from '../../services/products/products.ts';
import { toProductResponse } from '../../services/products/read-products.ts';
import { readVersion } from '../read-version.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });
const asAdmin = { admin: true };

/** Writing what the shop has. */
export const adminProductRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.post(
    '/api/products',
    {
      schema: {
        body: productCreateRequest,
        response: { 201: productChangeResponse, '4xx': errorResponse },
      },
    },
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
          '4xx': errorResponse,
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
        if (!(error instanceof ProductConflict)) throw error;
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
    { schema: { params, response: { 200: productDeleteResponse, '4xx': errorResponse } } },
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
    {
      schema: {
        body: categoryRequest,
        response: { 201: categoryChangeResponse, '4xx': errorResponse },
      },
    },
    async (request, reply) => {
      const category = await createCategory(context, request.body.name);
      reply.status(201);
      return { msg: 'Added.', category };
    },
  );

  app.put(
    '/api/category/:id',
    {
      schema: {
        params,
        body: categoryRequest,
        response: { 200: categoryChangeResponse, '4xx': errorResponse },
      },
    },
    async (request) => ({
      msg: 'Renamed.',
      category: await renameCategory(context, request.params.id, request.body.name),
    }),
  );

  app.delete(
    '/api/category/:id',
    {
      schema: {
        params,
        querystring: categoryDeleteQuery,
        response: { 200: doneResponse, '4xx': errorResponse },
      },
    },
    async (request) => {
      await deleteCategory(context, request.params.id, request.query.into);
      return { msg: 'Deleted.' };
    },
  );
};
