/** Characters; a file name may hold 255 bytes and a letter may take four. */
const SLUG_MAX = 60;

/** The address a title leads to: `Ünder the Hood!` → `under-the-hood`. Empty when nothing is left. */
export function slugFromTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const letters = [...words];
  if (letters.length <= SLUG_MAX) return words;
  const cut = letters.slice(0, SLUG_MAX).join('');
  const lastWord = cut.lastIndexOf('-');
  return lastWord > SLUG_MAX / 2 ? cut.slice(0, lastWord) : cut.replace(/-$/, '');
}

/** The first of `wish`, `wish-2`, `wish-3` … that `taken` does not know. */
export function uniqueSlug(wish: string, taken: (slug: string) => boolean): string {
  if (!taken(wish)) return wish;
  for (let number = 2; ; number += 1) {
    const candidate = `${wish}-${number}`;
    if (!taken(candidate)) return candidate;
  }
}
