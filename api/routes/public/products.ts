import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  categoryListResponse,
  productListQuery,
  productListResponse,
  productResponse,
} from '#contracts/product.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { listCategories } from '../../services/products/categories.ts';
import {
  getProduct,
  listProductPage,
  shopOf,
  toProductResponse,
  toProductSummary,
} from '../../services/products/read-products.ts';

const productParams = z.strictObject({ id: z.string().min(1).max(200) });

/** Routes of products and categories. */
export const publicProductRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  if (!context.config.shopPublic) {
    app.addHook('onRequest', async (request) => {
      if (!request.viewer) throw new DomainError('NOT_SIGNED_IN');
    });
  }

  app.get(
    '/api/products',
    { schema: { querystring: productListQuery, response: { 200: productListResponse } } },
    async (request) => {
      const page = listProductPage(context, request.query, request.viewer?.admin ?? false);
      const shop = shopOf(context);
      const products = page.products.map((product) => toProductSummary(product, shop));
      return { ...page, products, payment: shop.provider ?? ('none' as const) };
    },
  );

  app.get(
    '/api/products/:id',
    {
      schema: { params: productParams, response: { 200: productResponse, 404: errorResponse } },
    },
    async (request, reply) => {
      const admin = request.viewer?.admin ?? false;
      const product = getProduct(context, request.params.id, admin);
      reply.header('etag', `"v${product.version}"`);
      return toProductResponse(context, product, { admin });
    },
  );

  app.get('/api/category', { schema: { response: { 200: categoryListResponse } } }, async () => ({
    categories: listCategories(context),
  }));
};
