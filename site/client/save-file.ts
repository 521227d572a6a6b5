/** Hands a table over as a file to save. */
export function saveCsv({ file, csv }: { file: string; csv: string }): void {
  saveFile(file, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
}

/** Hands what was fetched over as a file to save. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
