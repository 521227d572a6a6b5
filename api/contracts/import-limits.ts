/** Limits of imports. Without zod, so that browsers can import them. */

/** Bytes of an archive that is brought over the API; `make import` takes larger ones. */
export const IMPORT_BYTES_MAX = 1_073_741_824;
/** Bytes of one part of it: small enough to arrive in time over a slow line. */
export const IMPORT_PART_BYTES = 1_048_576;
