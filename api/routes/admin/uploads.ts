import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  allImagesResponse,
  storedChangeRequest,
  storedChangeResponse,
  storedListQuery,
  storedListResponse,
  unusedDeletedResponse,
} from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import {
  deleteUnusedImages,
  getMediaList,
  updateAltText,
} from '../../services/media/media-library.ts';
import { listAllImages } from '../../services/media/uploads.ts';

const params = z.strictObject({ id: z.string().min(1).max(200) });

/** Routes of the media library. */
export const adminUploadRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  app.post(
    '/api/allImages',
    {
      schema: { response: { 200: allImagesResponse } },
      // Documented as POST, but read-only.
      config: { audited: false },
    },
    async () => ({ result: { resources: listAllImages(context) } }),
  );

  app.get(
    '/api/admin/uploads',
    { schema: { querystring: storedListQuery, response: { 200: storedListResponse } } },
    async (request) => getMediaList(context, request.query),
  );

  app.put(
    '/api/admin/uploads/:id',
    { schema: { params, body: storedChangeRequest, response: { 200: storedChangeResponse } } },
    async (request) => updateAltText(context, request.params.id, request.body),
  );

  app.delete(
    '/api/admin/uploads/unused',
    { schema: { response: { 200: unusedDeletedResponse } } },
    async () => {
      const removed = await deleteUnusedImages(context);
      const msg = removed === 1 ? '1 image deleted.' : `${removed} images deleted.`;
      return { msg, removed };
    },
  );
};
