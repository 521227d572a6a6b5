import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import { insertBlock } from './insert-block.ts';

/** The table and the cell at the cursor. */
export interface TablePlace {
  table: Table;
  from: number;
  to: number;
  /** 0 is the head; the delimiter row counts as head, too. */
  row: number;
  column: number;
}

/** Maximum lines of a table for which the toolbar is updated on every key. */
const LINES_MAX = 500;

/** Returns the table at the cursor, or null. */
export function tableAt(state: EditorState): TablePlace | null {
  const { head } = state.selection.main;
  const { doc } = state;
  const here = doc.lineAt(head);
  if (!here.text.includes('|')) return null;
  let [first, last] = [here.number, here.number];
  const within = (number: number) => number > 0 && doc.line(number).text.includes('|');
  while (within(first - 1) && here.number - first < LINES_MAX) first -= 1;
  while (last < doc.lines && within(last + 1) && last - here.number < LINES_MAX) last += 1;
  const lines = Array.from(
    { length: last - first + 1 },
    (_, index) => doc.line(first + index).text,
  );
  const delimiter = lines.findIndex(isDelimiter);
  // Text with a pipe may precede a table.
  if (delimiter < 1 || here.number < first + delimiter - 1) return null;
  const table = parseTable(lines.slice(delimiter - 1));
  if (!table) return null;
  const start = first + delimiter - 1;
  const line = here.number - start;
  const before = here.text.slice(0, head - here.from).replace(/^\s*\|/, '');
  const column = [...before.matchAll(/(?<!\\)\|/g)].length;
  return {
    table,
    from: doc.line(start).from,
    to: doc.line(last).to,
    row: line < 2 ? 0 : line - 1,
    column: Math.min(column, table.alignments.length - 1),
  };
}

/** Returns the range of a cell's content in the formatted lines. */
function cellRange(lines: string[], row: number, column: number): { from: number; to: number } {
  const index = row === 0 ? 0 : row + 1;
  const line = lines[index] ?? '';
  const start = lines.slice(0, index).reduce((sum, text) => sum + text.length + 1, 0);
  const pipes = [...line.matchAll(/(?<!\\)\|/g)].map((match) => match.index);
  const [open = 0, close = line.length] = [pipes[column], pipes[column + 1]];
  const cell = line.slice(open + 1, close);
  const lead = cell.length - cell.trimStart().length;
  const text = cell.trim();
  if (text === '') return { from: start + open + 2, to: start + open + 2 };
  return { from: start + open + 1 + lead, to: start + open + 1 + lead + text.length };
}

/** Writes a changed table with aligned pipes, and selects the content of a cell. */
function write(place: TablePlace, table: Table, row: number, column: number): TransactionSpec {
  const lines = formatTable(table);
  const safeRow = Math.min(Math.max(row, 0), table.rows.length - 1);
  const safeColumn = Math.min(Math.max(column, 0), table.alignments.length - 1);
  const range = cellRange(lines, safeRow, safeColumn);
  return {
    changes: { from: place.from, to: place.to, insert: lines.join('\n') },
    selection: { anchor: place.from + range.from, head: place.from + range.to },
    scrollIntoView: true,
    userEvent: 'input',
  };
}

const inTable =
  (edit: (place: TablePlace) => TransactionSpec): Command =>
  (view) => {
    const place = tableAt(view.state);
    if (!place) return false;
    view.dispatch(edit(place));
    return true;
  };

export const addRow = inTable((place) =>
  write(place, withRow(place.table, place.row + 1), Math.max(1, place.row + 1), place.column),
);
export const removeRow = inTable((place) =>
  write(place, withoutRow(place.table, place.row), place.row, place.column),
);
export const addColumn = inTable((place) =>
  write(place, withColumn(place.table, place.column + 1), place.row, place.column + 1),
);
export const removeColumn = inTable((place) =>
  write(place, withoutColumn(place.table, place.column), place.row, place.column),
);
export const alignColumn = (alignment: Alignment) =>
  inTable((place) =>
    write(place, withAlignment(place.table, place.column, alignment), place.row, place.column),
  );

const nextCell = inTable((place) => {
  const { table, row, column } = place;
  if (column + 1 < table.alignments.length) return write(place, table, row, column + 1);
  const grown = row + 1 < table.rows.length ? table : withRow(table, row + 1);
  return write(place, grown, row + 1, 0);
});

const previousCell: Command = (view) => {
  const place = tableAt(view.state);
  // Before the first cell, Shift+Tab keeps its default behaviour.
  if (!place || (place.row === 0 && place.column === 0)) return false;
  const { table, row, column } = place;
  const [to, at] = column > 0 ? [row, column - 1] : [row - 1, table.alignments.length - 1];
  view.dispatch(write(place, table, to, at));
  return true;
};

/** Moves to the next cell and, after the last one, into a new row. */
export const tableKeys: KeyBinding[] = [{ key: 'Tab', run: nextCell, shift: previousCell }];

/** Inserts a new table at the cursor and selects its first cell. */
export function insertTable(view: EditorView, rows: number, columns: number): void {
  const lines = formatTable(emptyTable(rows, columns));
  view.dispatch(insertBlock(view.state, lines.join('\n'), cellRange(lines, 0, 0)));
  view.focus();
}

/** Alignment of a column. */
type Alignment = 'none' | 'left' | 'center' | 'right';

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
const isDelimiter = (line: string): boolean =>
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
function emptyTable(rows: number, columns: number): Table {
  const head = Array.from({ length: columns }, (_, index) => `Column ${index + 1}`);
  const blank = () => Array.from({ length: columns }, () => '');
  return {
    alignments: Array.from({ length: columns }, () => 'none'),
    rows: [head, ...Array.from({ length: rows }, blank)],
  };
}

/** Returns the table with an empty row before this index; the head stays first. */
function withRow(table: Table, at: number): Table {
  const blank = table.alignments.map(() => '');
  return { ...table, rows: table.rows.toSpliced(Math.max(1, at), 0, blank) };
}

/** Returns the table without a row of the body; the head stays. */
function withoutRow(table: Table, at: number): Table {
  return at < 1 ? table : { ...table, rows: table.rows.toSpliced(at, 1) };
}

/** Returns the table with an empty column before this index. */
function withColumn({ alignments, rows }: Table, at: number): Table {
  return {
    alignments: alignments.toSpliced(at, 0, 'none'),
    rows: rows.map((row) => row.toSpliced(at, 0, '')),
  };
}

/** Returns the table without a column; the last one stays. */
function withoutColumn(table: Table, at: number): Table {
  if (table.alignments.length === 1) return table;
  return {
    alignments: table.alignments.toSpliced(at, 1),
    rows: table.rows.map((row) => row.toSpliced(at, 1)),
  };
}

/** Returns the table with another alignment of a column. */
export function withAlignment(table: Table, column: number, alignment: Alignment): Table {
  return { ...table, alignments: table.alignments.with(column, alignment) };
}
