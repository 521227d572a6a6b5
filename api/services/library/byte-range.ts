/** Byte range of a file, including its last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header (RFC 9110): a range, `whole` for no or several ranges, or `none` if it
 * cannot be satisfied.
 * @param size bytes of the file
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'none' {
  const [, list] = /^\s*bytes\s*=(.*)$/i.exec(header ?? '') ?? [];
  if (list === undefined) return 'whole';
  const parts: ByteRange[] = [];
  for (const piece of list.split(',').map((text) => text.trim())) {
    if (piece === '') continue;
    const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(piece) ?? [];
    // An invalid range makes the whole header invalid.
    if (first === '' && last === '') return 'whole';
    if (first !== '' && last !== '' && Number(first) > Number(last)) return 'whole';
    const part =
      first === ''
        ? { start: Math.max(0, size - Number(last)), end: size - 1 }
        : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
    parts.push(part);
  }
  if (parts.length === 0) return 'whole';
  const [first, ...more] = parts.filter(({ start, end }) => start <= end);
  if (!first) return 'none';
  return more.length > 0 ? 'whole' : first;
}
