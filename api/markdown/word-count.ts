// Counts characters in scripts without spaces between words. In others, a word consists of letters and
// digits with marks that join them (it's, read-only, 3.14).
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}][\p{M}'’.\-_]*)+/gu;

/** Counts the words of a plain text; an ideograph or kana counts as one. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
