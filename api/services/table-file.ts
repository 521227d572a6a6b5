/** Text as RFC 4180 has it, for spreadsheets: one line for each row, the first names the columns. */
export function writeCsv(rows: string[][]): string {
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/**
 * What starts like a formula is read as one by spreadsheets, unless an apostrophe goes before it. Less
 * than nothing is a number like any other.
 */
function cell(text: string): string {
  const formula = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  const harmless = formula ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
