const units = ['B', 'kB', 'MB', 'GB'] as const;

/**
 * Formats a number of bytes with decimal units, like download managers: `1.3 kB`, `48 MB`.
 * @param round `Math.ceil` for space that is needed, `Math.floor` for space that is left
 */
export function fileSize(bytes: number, round = Math.round): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const size = bytes / 1000 ** step;
  const tenths = round(size * 10) / 10;
  return `${step > 0 && tenths < 10 ? tenths.toFixed(1) : round(size)} ${units[step]}`;
}

/** Formats a limit in units of 1,048,576 bytes, so that files of the printed size are accepted: `25 MB`. */
export const sizeLimit = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** Limit for files that are imported over the API, in bytes. `make import` accepts larger files. */
export const IMPORT_BYTES_MAX = 1_073_741_824;
/** Size of one upload chunk in bytes, small enough for slow connections. */
export const IMPORT_CHUNK_BYTES = 1_048_576;
