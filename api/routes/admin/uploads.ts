import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorResponse } from '#contracts/errors.ts';
import { allImagesResponse } from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { listPictures } from '../../services/media/uploads.ts';

/** What is in the store of pictures. */
export async function adminUploadRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/allImages',
    {
      schema: { response: { 200: allImagesResponse, '4xx': errorResponse } },
      // A POST by its documentation; it only reads.
      config: { audited: false },
    },
    async () => ({ result: { resources: listPictures(context) } }),
  );
}
