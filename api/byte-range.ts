/** Byte range of a file, including its last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface RangeHeaders {
  range?: string | undefined;
  'if-range'?: unknown;
}

/**
 * Parses the range of a request (RFC 9110).
 * @param size bytes of the file
 * @param validators its strong ETag and its date; a request that began with another file gets the whole one
 * @returns a range, `whole` for no or several ranges, or `none` if it cannot be satisfied
 */
export function parseByteRange(
  { range, 'if-range': seen }: RangeHeaders,
  { size, validators }: { size: number; validators: readonly unknown[] },
): ByteRange | 'whole' | 'none' {
  if (seen !== undefined && !validators.includes(seen)) return 'whole';
  const [, list] = /^\s*bytes\s*=(.*)$/i.exec(range ?? '') ?? [];
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
