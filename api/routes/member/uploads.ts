import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '#contracts/account.ts';
import {
  destroyRequest,
  UPLOAD_BYTES_MAX,
  uploadForm,
  uploadQuery,
  uploadResponse,
} from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { hasErrorCode } from '../../errors.ts';
import { requestedAt } from '../../plugins/request-log.ts';
import { viewerOf } from '../../plugins/session.ts';
import { deleteImage } from '../../services/media/media-library.ts';
import { uploadErrors, uploadImage } from '../../services/media/uploads.ts';

/** Uploads per client. */
const uploadLimit = { max: 9, timeWindow: 30_000 } as const;

export const uploadRoutes: FastifyPluginAsyncZod<AppContext> = async (app, context) => {
  // The general body limit does not apply to multipart, so each part has its own.
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_BYTES_MAX, files: 1, fields: 4, parts: 5, fieldSize: 1000 },
  });
  app.post(
    '/api/upload',
    {
      schema: {
        description:
          'multipart/form-data with one file, a JPEG or PNG of at most 1048576 bytes, in the field `file`.',
        consumes: ['multipart/form-data'],
        body: uploadForm,
        querystring: uploadQuery,
        response: { 201: uploadResponse },
      },
      config: {
        rateLimit: uploadLimit,
        // Profile pictures are not admin actions.
        audited: ({ query }) => (query as { folder?: string }).folder !== 'avatars',
      },
    },
    async (request, reply) => {
      const file = await readFile(request);
      const { folder } = request.query;
      const result = await uploadImage(context, viewerOf(request), { ...file, folder });
      reply.status(201);
      return { msg: 'The image is uploaded.', result };
    },
  );

  for (const url of ['/api/destroy', '/api/destory']) {
    app.post(
      url,
      {
        schema: { body: destroyRequest, response: { 200: doneResponse } },
        config: { audited: true },
      },
      async (request) => {
        await deleteImage(context, viewerOf(request), {
          publicId: request.body.public_id,
          used: request.body.used ?? false,
          requestedAt: requestedAt(request),
        });
        return { msg: 'The image is removed.' };
      },
    );
  }
};

/** Reads the file of a multipart request. @throws DomainError with the documented messages */
async function readFile(request: FastifyRequest): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw uploadErrors.missing();
  let file: { bytes: Buffer; name: string } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        file = { bytes: await part.toBuffer(), name: part.filename ?? '' };
      }
    }
  } catch (error) {
    throw toUploadError(error);
  }
  if (file === undefined) throw uploadErrors.missing();
  return file;
}

/** Translates errors of the multipart parser. */
function toUploadError(error: unknown): unknown {
  if (hasErrorCode(error, 'FST_REQ_FILE_TOO_LARGE')) return uploadErrors.tooLarge();
  // A second file, too many fields or an incomplete form.
  return uploadErrors.format(error);
}
