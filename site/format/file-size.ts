const MEGABYTE = 1_048_576;

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** Formats a number of bytes with decimal units, like download managers: `1.3 kB`, `48 kB`. */
export function fileSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const size = bytes / 1000 ** step;
  return `${step > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[step]}`;
}

/** Formats a number of bytes in megabytes: `0.4 MB`, `12 MB`. */
export function megabytes(bytes: number): string {
  const size = bytes / MEGABYTE;
  return `${size < 10 ? Math.max(0.1, size).toFixed(1) : Math.round(size)} MB`;
}
