/** Characters. */
const SLUG_MAX = 60;
/** A file name may hold 255 bytes, a letter may take four, and there are endings to come. */
const SLUG_MAX_BYTES = 180;

/** The address a title leads to: `Ünder the Hood!` → `under-the-hood`. Empty when nothing is left. */
export function slugFromTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    // Accents of Latin and Greek letters can go; in other scripts the marks are half the word.
    .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const letters = [...words];
  const fitting = letters.slice(0, SLUG_MAX);
  while (Buffer.byteLength(fitting.join('')) > SLUG_MAX_BYTES) fitting.pop();
  if (fitting.length === letters.length) return words;
  const cut = fitting.join('');
  const lastWord = cut.lastIndexOf('-');
  return lastWord > cut.length / 2 ? cut.slice(0, lastWord) : cut.replace(/-$/, '');
}

/** The first of `wish`, `wish-2`, `wish-3` … that `taken` does not know. */
export function uniqueSlug(wish: string, taken: (slug: string) => boolean): string {
  if (!taken(wish)) return wish;
  for (let number = 2; ; number += 1) {
    const candidate = `${wish}-${number}`;
    if (!taken(candidate)) return candidate;
  }
}
