import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Bytes in the first round trip of a new connection: ten TCP segments, rounded as usual. */
export const FIRST_FLIGHT_BYTES = 14_336;
/** Largest number of characters of an article on the first screen of a phone. */
const FIRST_SCREEN_CHARACTERS = 1200;

export interface FirstScreen {
  /** Characters of the document up to the end of the first screen's text. */
  characters: number;
  /** Compressed size of this part in bytes. */
  brotli: number;
  gzip: number;
}

/**
 * Measures the part of a page that is needed to show the first screen of its article, including styles.
 * @throws Error if the page has no article body
 */
export function measureFirstScreen(html: string): FirstScreen {
  const start = html.search(/<[^>]+class="[^"]*\bprose\b/);
  if (start === -1) throw new Error('the page has no element with the class prose');
  const end = endOfText(html, start, FIRST_SCREEN_CHARACTERS);
  const beginning = Buffer.from(html.slice(0, end));
  return {
    characters: end,
    brotli: brotliCompressSync(beginning, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      .length,
    gzip: gzipSync(beginning, { level: 9 }).length,
  };
}

/** Returns the position after `wanted` characters of text, without tags. */
function endOfText(html: string, start: number, wanted: number): number {
  let isInTag = false;
  let seen = 0;
  for (let at = start; at < html.length; at += 1) {
    if (html[at] === '<') isInTag = true;
    else if (html[at] === '>') isInTag = false;
    else if (!isInTag) seen += 1;
    if (seen >= wanted) return at + 1;
  }
  return html.length;
}
