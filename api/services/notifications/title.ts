/** The whole sentence: beginning with who did it, where that is somebody with a name. */
export const titleOf = (title: string, byName: string | null): string =>
  byName === null ? title : `${byName} ${title}`;

/** Names as they begin a sentence: `Ada, Grace and 3 others`. */
export function listNames(names: string[], others: number): string {
  const rest = others === 0 ? [] : [others === 1 ? '1 other' : `${others} others`];
  const all = [...names, ...rest];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
