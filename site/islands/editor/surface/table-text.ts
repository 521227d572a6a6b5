/** Alignment of a column. */
export type Alignment = 'none' | 'left' | 'center' | 'right';

/** A Markdown table; the first row is its head. All rows have as many cells as the head. */
export interface Table {
  alignments: Alignment[];
  rows: string[][];
}

/** Returns the cells of a line; an escaped pipe is part of a cell. */
export function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** True if a line separates the head of a table from its body. */
export const isDelimiter = (line: string): boolean =>
  /[|:]/.test(line) && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));

function alignmentOf(cell: string): Alignment {
  const [left, right] = [cell.startsWith(':'), cell.endsWith(':')];
  if (left && right) return 'center';
  return left ? 'left' : right ? 'right' : 'none';
}

/**
 * @param lines head, delimiter, body
 * @returns null if they are not a table
 */
export function parseTable(lines: readonly string[]): Table | null {
  const [head, delimiter, ...body] = lines;
  if (head === undefined || delimiter === undefined || !isDelimiter(delimiter)) return null;
  const alignments = cellsOf(delimiter).map(alignmentOf);
  const width = alignments.length;
  if (cellsOf(head).length !== width) return null;
  const rows = [head, ...body].map((line) => {
    const cells = cellsOf(line);
    return Array.from({ length: width }, (_, index) => cells[index] ?? '');
  });
  return { alignments, rows };
}

const rules: Record<Alignment, (width: number) => string> = {
  none: (width) => '-'.repeat(width),
  left: (width) => `:${'-'.repeat(width - 1)}`,
  center: (width) => `:${'-'.repeat(width - 2)}:`,
  right: (width) => `${'-'.repeat(width - 1)}:`,
};

const lengthOf = (text: string) => [...text].length;

function pad(cell: string, width: number, alignment: Alignment): string {
  const room = width - lengthOf(cell);
  if (alignment === 'right') return ' '.repeat(room) + cell;
  if (alignment !== 'center') return cell + ' '.repeat(room);
  const left = Math.floor(room / 2);
  return ' '.repeat(left) + cell + ' '.repeat(room - left);
}

/** Returns the table as lines with aligned pipes. */
export function formatTable({ alignments, rows }: Table): string[] {
  const widths = alignments.map((_, column) =>
    Math.max(3, ...rows.map((row) => lengthOf(row[column] ?? ''))),
  );
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = rows.map((row) =>
    line(
      widths.map((width, column) => pad(row[column] ?? '', width, alignments[column] ?? 'none')),
    ),
  );
  const delimiter = line(widths.map((width, column) => rules[alignments[column] ?? 'none'](width)));
  return [String(head), delimiter, ...body.map(String)];
}

/** Returns a new table; its head has placeholder texts. */
export function emptyTable(rows: number, columns: number): Table {
  const head = Array.from({ length: columns }, (_, index) => `Column ${index + 1}`);
  const blank = () => Array.from({ length: columns }, () => '');
  return {
    alignments: Array.from({ length: columns }, () => 'none'),
    rows: [head, ...Array.from({ length: rows }, blank)],
  };
}

/** Returns the table with an empty row before this index; the head stays first. */
export function withRow(table: Table, at: number): Table {
  const blank = table.alignments.map(() => '');
  return { ...table, rows: table.rows.toSpliced(Math.max(1, at), 0, blank) };
}

/** Returns the table without a row of the body; the head stays. */
export function withoutRow(table: Table, at: number): Table {
  return at < 1 ? table : { ...table, rows: table.rows.toSpliced(at, 1) };
}

/** Returns the table with an empty column before this index. */
export function withColumn({ alignments, rows }: Table, at: number): Table {
  return {
    alignments: alignments.toSpliced(at, 0, 'none'),
    rows: rows.map((row) => row.toSpliced(at, 0, '')),
  };
}

/** Returns the table without a column; the last one stays. */
export function withoutColumn(table: Table, at: number): Table {
  if (table.alignments.length === 1) return table;
  return {
    alignments: table.alignments.toSpliced(at, 1),
    rows: table.rows.map((row) => row.toSpliced(at, 1)),
  };
}

/** Returns the table with another alignment of a column. */
export function aligned(table: Table, column: number, alignment: Alignment): Table {
  return { ...table, alignments: table.alignments.with(column, alignment) };
}
