const MEGABYTE = 1_048_576;

/** Formats a number of bytes in megabytes: `0.4 MB`, `12 MB`. */
export function megabytes(bytes: number): string {
  const size = bytes / MEGABYTE;
  return `${size < 10 ? Math.max(0.1, size).toFixed(1) : Math.round(size)} MB`;
}
