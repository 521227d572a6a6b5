/** Names and metrics of a font, as in @capsizecss/metrics. */
export interface FontMetrics {
  familyName: string;
  fullName: string;
  postscriptName: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  xWidthAvg: number;
}

/** Average width of a character, in sizes of the font. */
export const averageWidth = ({ xWidthAvg, unitsPerEm }: FontMetrics) => xWidthAvg / unitsPerEm;

/** Bytes before the records of the table directory, and of each record. */
const DIRECTORY = 12;
const RECORD = 16;

/**
 * Returns a TrueType font with the names, the average width and the heights of another font. A different number
 * of units per em scales all its letters.
 * @param drawn metrics of the given font
 */
export function withMetrics(font: Buffer, drawn: FontMetrics, metrics: FontMetrics): Buffer {
  const names = nameTable(metrics);
  const result = Buffer.concat([font, Buffer.alloc(-font.length & 3), names]);
  const recordOf = (tag: string) => {
    const count = result.readUInt16BE(4);
    const records = Array.from({ length: count }, (_, index) => DIRECTORY + index * RECORD);
    const record = records.find((at) => result.toString('latin1', at, at + 4) === tag);
    if (record === undefined) throw new Error(`the font has no table ${tag}`);
    return record;
  };
  const tableAt = (tag: string) => result.readUInt32BE(recordOf(tag) + 8);

  const head = tableAt('head');
  const scale = averageWidth(metrics) / averageWidth(drawn);
  const unitsPerEm = Math.round(result.readUInt16BE(head + 18) / scale);
  result.writeUInt16BE(unitsPerEm, head + 18);

  const inUnits = (value: number) => Math.round((value / metrics.unitsPerEm) * unitsPerEm);
  const [ascent, descent, lineGap] = [metrics.ascent, metrics.descent, metrics.lineGap].map(
    inUnits,
  );
  const heights: [table: string, offset: number, value: number][] = [
    ['hhea', 4, ascent ?? 0],
    ['hhea', 6, descent ?? 0],
    ['hhea', 8, lineGap ?? 0],
    ['OS/2', 68, ascent ?? 0],
    ['OS/2', 70, descent ?? 0],
    ['OS/2', 72, lineGap ?? 0],
    ['OS/2', 74, ascent ?? 0],
    ['OS/2', 76, -(descent ?? 0)],
  ];
  for (const [table, offset, value] of heights) result.writeInt16BE(value, tableAt(table) + offset);

  const record = recordOf('name');
  result.writeUInt32BE(result.length - names.length, record + 8);
  result.writeUInt32BE(names.length, record + 12);
  return result;
}

/** Returns a name table with English names for Windows, which systems search. */
function nameTable({ familyName, fullName, postscriptName }: FontMetrics): Buffer {
  const style = fullName.slice(familyName.length).trim() || 'Regular';
  const names = [
    { id: 1, text: familyName },
    { id: 2, text: style },
    { id: 4, text: fullName },
    { id: 6, text: postscriptName },
  ].map(({ id, text }) => ({ id, bytes: Buffer.from(text, 'utf16le').swap16() }));
  const header = [0, names.length, 6 + names.length * 12];
  let offset = 0;
  for (const { id, bytes } of names) {
    header.push(3, 1, 0x409, id, bytes.length, offset);
    offset += bytes.length;
  }
  const numbers = Buffer.alloc(header.length * 2);
  for (const [index, value] of header.entries()) numbers.writeUInt16BE(value, index * 2);
  return Buffer.concat([numbers, ...names.map(({ bytes }) => bytes)]);
}
