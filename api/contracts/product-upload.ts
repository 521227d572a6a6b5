import { z } from 'zod';

/**
 * Where files of products are uploaded by the tus protocol (https://tus.io, version 1.0.0): POST with
 * `Upload-Length` and the name as `filename` of `Upload-Metadata`, PATCH with the bytes, HEAD for how far it
 * got, DELETE to leave it out. What the address of an upload ends with is named in `files` of a product.
 */
export const PRODUCT_UPLOADS_PATH = '/api/admin/product-uploads';

/** What the type of each PATCH is. */
export const UPLOAD_PIECE_TYPE = 'application/offset+octet-stream';

/** Hours for which an upload waits to go on, and then to be saved with its product. */
export const UPLOAD_WAITS_HOURS = 24;

/** GET: what may be uploaded. */
export const productUploadLimits = z
  .object({ bytesMax: z.number().int(), bytesFree: z.number().int().describe('free disk space') })
  .meta({ id: 'ProductUploadLimits' });
export type ProductUploadLimits = z.infer<typeof productUploadLimits>;
