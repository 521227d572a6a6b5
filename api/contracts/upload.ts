import { z } from 'zod';

/** Bytes of an uploaded file at most, as documented. */
export const UPLOAD_BYTES_MAX = 1_048_576;

/** The documented sentences about a file that is not taken. */
export const uploadMessages = {
  missing: 'File not exist',
  tooLarge: 'Size too large',
  format: 'File format is incorrect',
} as const;

/** Where an uploaded picture belongs. Members have the first alone; it is theirs and made square. */
export const uploadFolders = ['avatars', 'articles', 'products', 'uploads'] as const;
export type UploadFolder = (typeof uploadFolders)[number];

/** POST /api/upload?folder=: without it, an avatar for members and `uploads` for admins. */
export const uploadQuery = z.strictObject({ folder: z.enum(uploadFolders).optional() });

/** A form with one file. Its parts are read one by one, so this only describes it. */
export const uploadForm = z.unknown().meta({
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', maxLength: UPLOAD_BYTES_MAX } },
  required: ['file'],
});

const uploaded = z
  .object({
    public_id: z.string(),
    url: z.string(),
    secure_url: z.string().describe('the same address'),
  })
  .meta({ id: 'Uploaded' });
export type Uploaded = z.infer<typeof uploaded>;
export const uploadResponse = z
  .object({ msg: z.string(), result: uploaded })
  .meta({ id: 'UploadDone' });

/** POST /api/destroy, and /api/destory as documented. */
export const destroyRequest = z
  .strictObject({
    public_id: z.string(uploadMessages.missing).min(1, uploadMessages.missing).max(200),
  })
  .meta({ id: 'Destroy' });

/** POST /api/allImages: every picture of the store, newest first. */
export const allImagesResponse = z
  .object({
    result: z.object({
      resources: z.array(
        uploaded.extend({
          asset_id: z.string(),
          folder: z.string(),
          created_at: z.iso.datetime(),
          bytes: z.number().int().nullable().describe('null for avatars, which are several files'),
        }),
      ),
    }),
  })
  .meta({ id: 'AllImages' });
export type AllImages = z.infer<typeof allImagesResponse>['result']['resources'];
