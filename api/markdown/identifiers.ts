import { slug } from 'github-slugger';

const IDENTIFIER_CHARACTERS_MAX = 80;

function shorten(identifier: string): string {
  return [...identifier.slice(0, IDENTIFIER_CHARACTERS_MAX * 2)]
    .slice(0, IDENTIFIER_CHARACTERS_MAX)
    .join('');
}

/** The id of a heading by its text, as on GitHub: 'What is it?' gives `what-is-it`. */
export function headingIdentifier(text: string): string {
  return shorten(slug(text.slice(0, IDENTIFIER_CHARACTERS_MAX * 4).trim())) || 'section';
}

/**
 * An id that an author wrote, or the fragment of a link to one. Colons are taken out: they are
 * left to footnotes (`fn:1`), so that nothing written can meet those.
 */
export function writtenIdentifier(written: string): string {
  return shorten(written.trim().replaceAll(/[^\p{L}\p{N}._-]+/gu, '-'));
}

/** The part behind `#` without percent signs; as it stands if they make no sense. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (error instanceof URIError) return fragment;
    throw error;
  }
}

/** Ids of one page, each given out once. */
export interface IdentifierRegistry {
  has(identifier: string): boolean;
  /** Gives the id itself if free, else with the first free number behind it: `usage-1`. */
  claim(identifier: string): string;
}

/** A registry in which all ids are free. */
export function createIdentifierRegistry(): IdentifierRegistry {
  const taken = new Set<string>();
  // The last number tried, so that ten thousand equal headings don't count from 1 each time.
  const numbers = new Map<string, number>();
  return {
    has: (identifier) => taken.has(identifier),
    claim(identifier) {
      let claimed = identifier;
      let number = numbers.get(identifier) ?? 0;
      while (taken.has(claimed)) {
        number += 1;
        claimed = `${identifier}-${number}`;
      }
      numbers.set(identifier, number);
      taken.add(claimed);
      return claimed;
    },
  };
}
