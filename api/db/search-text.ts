/** Zero-width separator of words for the index. */
const WORD_BREAK = '\u200B';

/** Scripts without spaces between words, whose characters are indexed separately. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu;
const mayBeUnspaced =
  /[\u0E00-\u0EFF\u1780-\u17FF\u3005-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]/u;

/** Control characters, which would collide with the highlight marks of hot/search.ts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them to remove them.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Normalises a text for the search index, and a query to match it. */
export function searchText(text: string): string {
  const clean = text.replace(controls, ' ');
  return mayBeUnspaced.test(clean)
    ? clean.replace(unspaced, `${WORD_BREAK}$&${WORD_BREAK}`)
    : clean;
}

/** Shortest search that a trigram index supports, in characters. */
const TRIGRAM = 3;

/**
 * Returns the FTS5 query for a literal part of a text, or null if trigram indexes do not support it:
 * a short one, or one with null characters.
 */
export function trigramMatch(search: string): string | null {
  if ([...search].length < TRIGRAM || search.includes('\0')) return null;
  // Quotes disable the operators of FTS5.
  return `"${search.replaceAll('"', '""')}"`;
}

/** Returns a part of an indexed text in its original form. */
export function withoutWordBreaks(text: string): string {
  return text.replaceAll(WORD_BREAK, '');
}

/** Tags that do not end a word or a line. */
const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)(?![\w-])/i;
/** Elements that the pipeline adds to the text: anchors, footnote marks, names of languages. */
const asideClass = /\bclass="(?:heading-anchor|footnote-reference|footnote-back|code-language)"/;
const leafElement = /<(?:a|span)\b([^<>]*)>[^<]*<\/(?:a|span)>/g;
/** Matches from every `<`, closed or not, so that no text takes quadratic time. */
const htmlTag = /<(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*(?:>|$)/g;
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi;
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Returns the text of an article's rendered HTML for the search index. */
export function searchTextOfHtml(html: string): string {
  return searchText(searchTextOf(html));
}

/** Returns the text of HTML with code and collapsed spaces. Script and style elements are skipped. */
export function searchTextOf(html: string): string {
  return html
    .replace(leafElement, (element, attributes) => (asideClass.test(attributes) ? '' : element))
    .replace(htmlTag, (found) => (inline.test(found) ? '' : ' '))
    .replace(entity, (_all, hexadecimal, decimal, name) =>
      name
        ? (named[name.toLowerCase()] ?? ' ')
        : characterOf(hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal)),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function characterOf(code: number): string {
  const valid = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? String.fromCodePoint(code) : ' ';
}
