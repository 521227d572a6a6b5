import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  categoryListResponse,
  productListQuery,
  productListResponse,
  productResponse,
} from '#contracts/product.ts';
import { LIBRARY_LINK_ENDED } from '#contracts/shop-messages.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { wantsPage } from '../../plugins/errors.ts';
import { openDownload } from '../../services/library/download.ts';
import { listCategories } from '../../services/products/categories.ts';
import {
  getProduct,
  listProductPage,
  shopOf,
  toProductResponse,
  toProductSummary,
} from '../../services/products/read-products.ts';

const productParams = z.strictObject({ id: z.string().min(1).max(200) });

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
    { schema: { params: productParams, response: { 200: productResponse } } },
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

const params = z.strictObject({ token: z.string().max(400) });
const response = { '2xx': z.any(), '3xx': z.any(), 412: z.any(), 416: z.any() };

/** Route of downloads; the signed link contains member and expiry. */
export const downloadRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  async function sendDownload(
    request: FastifyRequest<{ Params: { token: string } }>,
    reply: FastifyReply,
    headOnly: boolean,
  ): Promise<FastifyReply> {
    try {
      const { status, headers, body } = await openDownload(context, {
        token: request.params.token,
        viewer: request.viewer?.publicId ?? null,
        headers: request.headers,
        headOnly,
        onError: (error) => request.log.error({ err: error }, 'recording a download failed'),
      });
      return reply
        .status(status)
        .headers(headers)
        .send(body ?? undefined);
    } catch (error) {
      // Expired links redirect to the library, which has new ones.
      if (error instanceof DomainError && error.status < 500 && wantsPage(request)) {
        return reply.redirect(LIBRARY_LINK_ENDED, 303);
      }
      throw error;
    }
  }

  const schema = {
    description: 'A file, or the range of it in `Range`. The URL comes from /api/library/links.',
    params,
    response,
  };
  app.get('/api/downloads/:token', { schema, exposeHeadRoute: false }, (request, reply) =>
    sendDownload(request, reply, false),
  );
  app.head('/api/downloads/:token', { schema }, (request, reply) =>
    sendDownload(request, reply, true),
  );
};
