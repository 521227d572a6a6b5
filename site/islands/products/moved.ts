/** Returns the list with one entry moved to another index. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.toSpliced(from, 1);
  const entry = list[from];
  return entry === undefined ? rest : rest.toSpliced(to, 0, entry);
}
