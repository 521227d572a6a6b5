/** Writes CSV (RFC 4180) for spreadsheets; the first row contains the column names. */
export function writeCsv(rows: string[][]): string {
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/**
 * Escapes a cell: spreadsheets run text that starts like a formula unless an apostrophe precedes
 * it. Negative numbers are not escaped.
 */
function cell(text: string): string {
  const formula = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  const harmless = formula ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
