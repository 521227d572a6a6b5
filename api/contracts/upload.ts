import { z } from 'zod';
import { pageInfo, pageQuery } from './fields.ts';

/**
 * Path for uploads of product files with the tus protocol (https://tus.io, version 1.0.0): POST with
 * `Upload-Length` and the name as `filename` in `Upload-Metadata`, PATCH with the bytes, HEAD for the offset,
 * DELETE to cancel. The last segment of an upload's URL is its id in `files` of a product.
 */
export const PRODUCT_UPLOADS_PATH = '/api/admin/product-uploads';

/** Folder of product files, in the folder of uploads. */
export const PRODUCT_FILES_FOLDER = 'products';

/** Content type of PATCH requests. */
export const UPLOAD_CHUNK_TYPE = 'application/offset+octet-stream';

/** Hours after which an unfinished or unsaved upload is deleted. */
export const UPLOAD_WAITS_HOURS = 24;

/** Response to GET: limits of uploads. */
export const productUploadLimits = z
  .object({ bytesMax: z.int(), bytesFree: z.int().describe('free disk space') })
  .meta({ id: 'ProductUploadLimits' });

export type ProductUploadLimits = z.infer<typeof productUploadLimits>;

/** Limit for an uploaded file in bytes, as documented. */
export const UPLOAD_BYTES_MAX = 1_048_576;

/** Documented messages about refused files. */
export const uploadMessages = {
  missing: 'File not exist',
  tooLarge: 'Size too large',
  format: 'File format is incorrect',
} as const;

/** Folders of uploads. Members may only use the first one, for their square profile picture. */
export const uploadFolders = ['avatars', 'articles', 'products', 'uploads'] as const;
export type UploadFolder = (typeof uploadFolders)[number];

/** POST /api/upload?folder=. The default is the avatar folder for members, and `uploads` for admins. */
export const uploadQuery = z.strictObject({ folder: z.enum(uploadFolders).optional() });

/** A form with one file. Only for the documentation, because the parts are read as a stream. */
export const uploadForm = z.unknown().meta({
  type: 'object',
  properties: { file: { type: 'string', format: 'binary', maxLength: UPLOAD_BYTES_MAX } },
  required: ['file'],
});

const uploaded = z
  .object({
    public_id: z.string(),
    url: z.string(),
    secure_url: z.string().describe('the same URL'),
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
    used: z.boolean().optional().describe('true: also delete images in use'),
  })
  .meta({ id: 'Destroy' });

/** POST /api/allImages: all images of the media library, newest first. */
export const allImagesResponse = z
  .object({
    result: z.object({
      resources: z.array(
        uploaded.extend({
          asset_id: z.string(),
          folder: z.string(),
          created_at: z.iso.datetime(),
          bytes: z.int().nullable().describe('null for avatars, which are several files'),
        }),
      ),
    }),
  })
  .meta({ id: 'AllImages' });
export type AllImages = z.infer<typeof allImagesResponse>['result']['resources'];

/** Limits for the alt text and the name of an image, in characters. */
export const ALT_MAX = 500;
export const IMAGE_NAME_MAX = 200;
/** Images per page of the admin's table. */
const IMAGES_PER_PAGE = 24;
/** Hours before an unused image can be deleted, because its text may be unsaved. */
export const UNUSED_SAFE_HOURS = 24;

export const imageFilters = ['all', 'unused', 'avatars'] as const;
export type ImageFilter = (typeof imageFilters)[number];
export const imageSorts = ['newest', 'oldest', 'largest', 'name'] as const;
export type ImageSort = (typeof imageSorts)[number];

/** GET /api/admin/uploads */
export const storedListQuery = z.strictObject({
  show: z.enum(imageFilters).default('all'),
  search: z.string().trim().max(80).default('').describe('part of a name or alt text'),
  sort: z
    .enum(imageSorts)
    .default('newest')
    .describe('sort order; profile pictures are always newest first'),
  ...pageQuery(IMAGES_PER_PAGE),
});
export type StoredListQuery = z.infer<typeof storedListQuery>;

/** A place that uses an image. */
const imageUse = z
  .object({
    kind: z.enum(['article', 'member', 'product']),
    as: z
      .enum(['image', 'text', 'image and text', 'unsaved work', 'avatar'])
      .describe('place of use'),
    _id: z.string(),
    name: z.string().describe('title of the article or product, name of the member'),
    state: z.enum(['draft', 'scheduled', 'live', 'archived', 'retired', 'deleted']).nullable(),
  })
  .meta({ id: 'ImageUse' });
export type ImageUse = z.infer<typeof imageUse>;

/** An image in the admin's table. */
export const storedImage = z
  .object({
    public_id: z.string(),
    url: z.string(),
    name: z.string().describe('original file name; empty if unknown'),
    folder: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int().nullable().describe('null for avatars, which are several files'),
    alt: z.string().describe('alt text'),
    by: z.string().nullable().describe('name of the uploader'),
    created_at: z.iso.datetime(),
    uses: z.array(imageUse).describe('newest uses'),
    used: z.int().describe('total number of uses'),
  })
  .meta({ id: 'StoredImage' });
export type StoredImage = z.infer<typeof storedImage>;

export const storedListResponse = z
  .object({
    uploads: z.array(storedImage),
    ...pageInfo,
    unused: z.int().describe('number of unused images'),
    deletable: z.int().describe(`number of unused images older than ${UNUSED_SAFE_HOURS} hours`),
  })
  .meta({ id: 'StoredImages' });
export type StoredList = z.infer<typeof storedListResponse>;

/** PUT /api/admin/uploads/:id */
export const storedChangeRequest = z
  .strictObject({
    alt: z.string().trim().max(ALT_MAX, `${ALT_MAX} characters are the most.`),
    onlyEmpty: z.boolean().optional().describe('true: keep existing alt text'),
  })
  .meta({ id: 'StoredImageChange' });
export type StoredChange = z.infer<typeof storedChangeRequest>;
export const storedChangeResponse = z
  .object({ msg: z.string(), alt: z.string() })
  .meta({ id: 'StoredImageChanged' });

/** DELETE /api/admin/uploads/unused */
export const unusedDeletedResponse = z
  .object({ msg: z.string(), removed: z.int() })
  .meta({ id: 'UnusedImagesDeleted' });
