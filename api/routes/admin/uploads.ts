import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponse } from '#contracts/errors.ts';
import {
  allImagesResponse,
  storedChangeRequest,
  storedChangeResponse,
  storedListQuery,
  storedListResponse,
  sweptResponse,
} from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { destroyUnused } from '../../services/media/destroy.ts';
import { changeStored, readStored } from '../../services/media/stored.ts';
import { listPictures } from '../../services/media/uploads.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });

/** What is in the store of pictures. */
export async function adminUploadRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.post(
    '/api/allImages',
    {
      schema: { response: { 200: allImagesResponse, '4xx': errorResponse } },
      // A POST by its documentation; it only reads.
      config: { audited: false },
    },
    async () => ({ result: { resources: listPictures(context) } }),
  );

  typed.get(
    '/api/admin/uploads',
    { schema: { querystring: storedListQuery, response: { 200: storedListResponse } } },
    async (request) => readStored(context, request.query),
  );

  typed.put(
    '/api/admin/uploads/:id',
    {
      schema: {
        params,
        body: storedChangeRequest,
        response: { 200: storedChangeResponse, '4xx': errorResponse },
      },
    },
    async (request) => changeStored(context, request.params.id, request.body),
  );

  typed.delete(
    '/api/admin/uploads/unused',
    { schema: { response: { 200: sweptResponse } } },
    async () => {
      const removed = await destroyUnused(context);
      const msg = removed === 1 ? '1 picture is deleted.' : `${removed} pictures are deleted.`;
      return { msg, removed };
    },
  );
}
