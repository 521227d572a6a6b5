import { z } from 'zod';
import { HOUR_MS } from './durations.ts';
import { pageNumbers, pageQuery } from './fields.ts';
import { fileVersion, licenceTypes } from './product.ts';

const LIBRARY_PER_PAGE = 20;
/** Validity of a download link, in milliseconds. */
export const DOWNLOAD_LINK_MS = HOUR_MS;

/** GET /api/library: the member's products, newest first. */
export const libraryQuery = z.strictObject({ ...pageQuery(LIBRARY_PER_PAGE) });

/** File of an owned product, with all versions. */
const libraryFile = z
  .object({
    _id: z.string(),
    removed: z.boolean().describe('no longer sold with the product; buyers keep access'),
    versions: z.array(fileVersion).describe('newest first'),
  })
  .meta({ id: 'LibraryFile' });
export type LibraryFile = z.infer<typeof libraryFile>;

/** Product in a library. Refunded products are listed without files and keys. */
const libraryItem = z
  .object({
    _id: z.string().describe('value of the product'),
    title: z.string(),
    slug: z.string().nullable().describe('path of its page, if it has one'),
    images: z.object({ url: z.string() }).nullable(),
    licenceType: z.enum(licenceTypes),
    quantity: z.int().describe('number of seats or keys'),
    boughtAt: z.iso.datetime(),
    orders: z.array(z.object({ _id: z.string(), number: z.int() })),
    files: z.array(libraryFile),
    keys: z.array(z.string()).describe('licence keys'),
    keysPending: z.int().describe('number of pending licence keys'),
    refundedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'LibraryItem' });
export type LibraryItem = z.infer<typeof libraryItem>;

export const libraryResponse = z
  .object({
    result: z.array(libraryItem),
    products: z.int().describe('total number of items'),
    ...pageNumbers,
  })
  .meta({ id: 'Library' });
export type Library = z.infer<typeof libraryResponse>;

/** POST /api/library/links: the `_id` of a version of a file. */
export const downloadLinkRequest = z
  .strictObject({ version: z.string().min(1).max(200) })
  .meta({ id: 'DownloadLinkRequest' });

export const downloadLinkResponse = z
  .object({
    url: z.string().describe('URL path; supports ranges, so that downloads can resume'),
    name: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'DownloadLink' });
export type DownloadLink = z.infer<typeof downloadLinkResponse>;
