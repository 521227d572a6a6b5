import { randomInt } from 'node:crypto';

/** Maximum characters. */
const SLUG_MAX = 60;

/** Maximum bytes, so that file names with endings stay below 255 bytes. */
const SLUG_MAX_BYTES = 180;

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns a random id of 16 unambiguous letters and digits (79 bits). */
export function createPublicId(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Derives a slug from a title: `Ünder the Hood!` → `under-the-hood`; may be empty. */
export function slugFromTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    // Removes accents of Latin and Greek letters only; other scripts need their marks.
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

/** Returns the first free slug of `base`, `base-2`, `base-3` … */
export function uniqueSlug(base: string, taken: (slug: string) => boolean): string {
  if (!taken(base)) return base;
  for (let number = 2; ; number += 1) {
    const candidate = `${base}-${number}`;
    if (!taken(candidate)) return candidate;
  }
}
