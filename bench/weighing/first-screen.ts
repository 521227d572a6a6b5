import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** What a new connection brings in its first round trip: ten TCP segments, rounded as usual. */
export const FIRST_FLIGHT_BYTES = 14_336;
/** Characters of an article's text that a phone's first screen shows at most. */
const FIRST_SCREEN_CHARACTERS = 1200;

export interface FirstScreen {
  /** Characters of the document up to the end of the first screen's text. */
  characters: number;
  /** The same, compressed as a server would send the beginning of the page. */
  brotli: number;
  gzip: number;
}

/**
 * Finds how much of a page has to arrive until the first screen of its article can be shown, with
 * all the style that stands before it.
 * @throws Error when the page has no article body
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

/** Position behind so many characters of text, tags not counted. */
function endOfText(html: string, start: number, wanted: number): number {
  let inTag = false;
  let seen = 0;
  for (let at = start; at < html.length; at += 1) {
    if (html[at] === '<') inTag = true;
    else if (html[at] === '>') inTag = false;
    else if (!inTag) seen += 1;
    if (seen >= wanted) return at + 1;
  }
  return html.length;
}
