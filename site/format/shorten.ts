/** Characters of a description on a card. */
const SUMMARY_MAX = 150;

/** Returns a description for a card; a long one ends after a word, with an ellipsis. */
export function shorten(text: string): string {
  const letters = [...text];
  if (letters.length <= SUMMARY_MAX) return text;
  const cut = letters.slice(0, SUMMARY_MAX).join('');
  // The last word may be cut; a text without spaces is cut anywhere.
  const whole = /^(.*\S)\s/s.exec(cut)?.[1] ?? cut;
  return `${whole.replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/u, '')}…`;
}
