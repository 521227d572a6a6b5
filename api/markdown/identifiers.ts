import { slug } from 'github-slugger';

const IDENTIFIER_CHARACTERS_MAX = 80;

function shortenIdentifier(identifier: string): string {
  return [...identifier.slice(0, IDENTIFIER_CHARACTERS_MAX * 2)]
    .slice(0, IDENTIFIER_CHARACTERS_MAX)
    .join('');
}

/** Returns the id of a heading as on GitHub: 'What is it?' becomes `what-is-it`. */
export function headingIdentifier(text: string): string {
  return shortenIdentifier(slug(text.slice(0, IDENTIFIER_CHARACTERS_MAX * 4).trim())) || 'section';
}

/** Returns an id written by the author, without colons, which are reserved for footnotes (`fn:1`). */
export function writtenIdentifier(written: string): string {
  return shortenIdentifier(written.trim().replaceAll(/[^\p{L}\p{N}._-]+/gu, '-'));
}

/** Decodes the fragment of a URL; returns it unchanged if it is malformed. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (error instanceof URIError) return fragment;
    throw error;
  }
}

/** Unique ids of a page. */
export interface IdentifierRegistry {
  has(identifier: string): boolean;
  /** Returns the id if it is free, or else with the first free number: `usage-1`. */
  claim(identifier: string): string;
}

export function createIdentifierRegistry(): IdentifierRegistry {
  const usedIdentifiers = new Set<string>();
  // Last number of each id, so that many equal headings do not count from 1 each time.
  const numbers = new Map<string, number>();
  return {
    has: (identifier) => usedIdentifiers.has(identifier),
    claim(identifier) {
      let claimed = identifier;
      let number = numbers.get(identifier) ?? 0;
      while (usedIdentifiers.has(claimed)) {
        number += 1;
        claimed = `${identifier}-${number}`;
      }
      numbers.set(identifier, number);
      usedIdentifiers.add(claimed);
      return claimed;
    },
  };
}
