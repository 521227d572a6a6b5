/** Files of the store that a text names, each once, wherever they stand in it, as a JSON array. */
export function pictureNamesOf(markdown: string): string {
  const found = [...markdown.matchAll(/\/media\/([\w-]+\.[a-z]{3,4})\b/g)].map(([, name]) => name);
  return JSON.stringify([...new Set(found)]);
}
