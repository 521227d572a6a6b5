/** Downloads a table as a CSV file. */
export function saveCsv({ file, csv }: { file: string; csv: string }): void {
  saveFile(file, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
}

/** Downloads a file that a script has created or fetched. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
