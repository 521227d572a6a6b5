/** First letters of the first and the last word of a name, for who has no picture. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
