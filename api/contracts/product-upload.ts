import { z } from 'zod';

/**
 * Path for uploads of product files with the tus protocol (https://tus.io, version 1.0.0): POST with
 * `Upload-Length` and the name as `filename` in `Upload-Metadata`, PATCH with the bytes, HEAD for the offset,
 * DELETE to cancel. The last segment of an upload's URL is its id in `files` of a product.
 */
export const PRODUCT_UPLOADS_PATH = '/api/admin/product-uploads';

/** Content type of PATCH requests. */
export const UPLOAD_PIECE_TYPE = 'application/offset+octet-stream';

/** Hours after which an unfinished or unsaved upload is deleted. */
export const UPLOAD_WAITS_HOURS = 24;

/** Response to GET: limits of uploads. */
export const productUploadLimits = z
  .object({ bytesMax: z.number().int(), bytesFree: z.number().int().describe('free disk space') })
  .meta({ id: 'ProductUploadLimits' });
export type ProductUploadLimits = z.infer<typeof productUploadLimits>;
