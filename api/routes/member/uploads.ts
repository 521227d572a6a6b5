import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { doneResponse } from '#contracts/account.ts';
import { errorResponse } from '#contracts/errors.ts';
import {
  destroyRequest,
  UPLOAD_BYTES_MAX,
  uploadForm,
  uploadQuery,
  uploadResponse,
} from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { viewerOf } from '../../plugins/session.ts';
import { destroyPicture } from '../../services/media/destroy.ts';
import { fileRefused } from '../../services/media/upload-image.ts';
import { uploadPicture } from '../../services/media/uploads.ts';
import { requestedAt } from '../requested-at.ts';

/** Uploads of one address. */
const uploadLimit = { max: 9, timeWindow: 30_000 } as const;

/** Pictures that members bring, and admins. */
export async function uploadRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  // The general bound of a body does not count here, so each part has its own.
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_BYTES_MAX, files: 1, fields: 4, parts: 5, fieldSize: 1000 },
  });
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.post(
    '/api/upload',
    {
      schema: {
        description:
          'multipart/form-data with one file, a JPEG or PNG of at most 1048576 bytes, in the field `file`.',
        consumes: ['multipart/form-data'],
        body: uploadForm,
        querystring: uploadQuery,
        response: { 201: uploadResponse, '4xx': errorResponse },
      },
      config: {
        rateLimit: uploadLimit,
        // One's own picture is no deed of an admin.
        audited: ({ query }) => (query as { folder?: string }).folder !== 'avatars',
      },
    },
    async (request, reply) => {
      const file = await readFile(request);
      const { folder } = request.query;
      const result = await uploadPicture(context, viewerOf(request), { ...file, folder });
      reply.status(201);
      return { msg: 'The picture is uploaded.', result };
    },
  );

  for (const url of ['/api/destroy', '/api/destory']) {
    typed.post(
      url,
      {
        schema: { body: destroyRequest, response: { 200: doneResponse, '4xx': errorResponse } },
        config: { audited: true },
      },
      async (request) => {
        await destroyPicture(context, viewerOf(request), {
          publicId: request.body.public_id,
          used: request.body.used ?? false,
          requestedAt: requestedAt(request),
        });
        return { msg: 'The picture is removed.' };
      },
    );
  }
}

/** The one file of a request. @throws DomainError with the documented sentences */
async function readFile(request: FastifyRequest): Promise<{ bytes: Buffer; name: string }> {
  if (!request.isMultipart()) throw fileRefused.missing();
  let file: { bytes: Buffer; name: string } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        file = { bytes: await part.toBuffer(), name: part.filename ?? '' };
      }
    }
  } catch (error) {
    throw refusalOf(error);
  }
  if (file === undefined) throw fileRefused.missing();
  return file;
}

/** What the multipart parser found wrong, in our words. */
function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return fileRefused.tooLarge();
  // A second file, too many fields, a form that breaks off.
  return fileRefused.format(error);
}
