/** Bytes of a file, the last one included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a Range header asks for, by RFC 9110: a part; `whole` where it says nothing that counts, or asks
 * for several parts at once, which may be answered with the whole; `none` where nothing of it is there.
 * @param size bytes of the file
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, list] = /^\s*bytes\s*=(.*)$/i.exec(header ?? '') ?? [];
  if (list === undefined) return 'whole';
  const parts: ByteRange[] = [];
  for (const piece of list.split(',').map((text) => text.trim())) {
    if (piece === '') continue;
    const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(piece) ?? [];
    // One that is no range makes the header none, whatever else stands in it.
    if (first === '' && last === '') return 'whole';
    if (first !== '' && last !== '' && Number(first) > Number(last)) return 'whole';
    const part =
      first === ''
        ? { start: Math.max(0, size - Number(last)), end: size - 1 }
        : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
    parts.push(part);
  }
  if (parts.length === 0) return 'whole';
  const [there, ...more] = parts.filter(({ start, end }) => start <= end);
  if (!there) return 'none';
  return more.length > 0 ? 'whole' : there;
}
