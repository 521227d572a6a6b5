/** Limits of imports. Without zod, so that browsers can import them. */

/** Limit for files that are imported over the API, in bytes. `make import` accepts larger files. */
export const IMPORT_BYTES_MAX = 1_073_741_824;
/** Size of one upload chunk in bytes, small enough for slow connections. */
export const IMPORT_PART_BYTES = 1_048_576;
