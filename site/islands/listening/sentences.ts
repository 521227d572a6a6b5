/** Text of one utterance, and its place in the page. */
export interface Sentence {
  words: string;
  block: Element;
  /** Element that contains the text or is represented by it. */
  range: Range;
}

/** Length in characters above which a sentence is split, because browsers stop after about 15 seconds. */
const LONG = 200;
/** The same for languages whose characters are syllables or words. */
const LONG_IN_SYLLABLES = 60;
/** Elements that are not read: they have no text or repeat other text. */
const skipped =
  '.heading-anchor, .footnote-reference, .footnotes, .code-copy, .visually-hidden, script';
const blocks = 'p, li, h1, h2, h3, h4, h5, h6, figcaption, tr, dt, dd, summary, blockquote, div';

/** Announcement of a code block, by the primary subtag of the page's language. */
const codeWords: Record<string, string> = { en: 'Code, not read aloud.', de: 'Codebeispiel.' };
const CODE_WORD = 'Code.';

interface Piece {
  node: Text;
  /** Offset of the piece in the text of its block. */
  start: number;
}

/** Returns the sentences of some elements in reading order. */
export function sentencesOf(roots: Element[], language: string): Sentence[] {
  const sentences: Sentence[] = [];
  const codeWord = codeWords[language.split('-')[0] ?? ''] ?? CODE_WORD;
  let block: Element | null = null;
  let text = '';
  let pieces: Piece[] = [];
  let cell: Element | null = null;
  const flush = () => {
    if (block) sentences.push(...split(block, text, pieces, language));
    [block, text, pieces, cell] = [null, '', [], null];
  };
  for (const node of roots.flatMap(textsIn)) {
    const parent = node.parentElement;
    const figure = parent?.closest('.code') ?? parent?.closest('pre');
    if (figure) {
      if (sentences.at(-1)?.block === figure) continue;
      flush();
      sentences.push({ words: codeWord, block: figure, range: rangeIn(figure) });
      continue;
    }
    const inside = parent?.closest(blocks) ?? null;
    if (!parent || !inside) continue;
    if (inside !== block) flush();
    block = inside;
    const inCell = parent.closest('th, td');
    // Cells of a row are separate sentences, because a pause between them helps.
    if (cell && inCell !== cell && text.trim() !== '') text += ', ';
    cell = inCell;
    pieces.push({ node, start: text.length });
    text += node.data;
  }
  flush();
  return sentences;
}

function rangeIn(element: Element): Range {
  const range = document.createRange();
  range.selectNodeContents(element.querySelector('pre') ?? element);
  return range;
}

function textsIn(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (!node.parentElement?.closest(skipped)) texts.push(node);
  }
  return texts;
}

function split(block: Element, text: string, pieces: Piece[], language: string): Sentence[] {
  return sentenceBounds(text, language).flatMap(([start, end]) => {
    const words = text.slice(start, end).replace(/\s+/g, ' ').trim();
    if (!/[\p{L}\p{N}]/u.test(words)) return [];
    const range = rangeOf(pieces, start, end);
    return range ? [{ words, block, range }] : [];
  });
}

function sentenceBounds(text: string, language: string): [number, number][] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const long = /^(ja|ko|zh)\b/.test(language) ? LONG_IN_SYLLABLES : LONG;
  return [...segmenter.segment(text)].flatMap(({ segment, index }) => {
    const bounds: [number, number][] = [];
    let start = 0;
    while (segment.length - start > long) {
      const end = breakBefore(segment, start + long, start);
      bounds.push([index + start, index + end]);
      start = end;
    }
    bounds.push([index + start, index + segment.length]);
    return bounds;
  });
}

const clauseMarks = [', ', '; ', ': ', '– ', '，', '、'];

/** After the last comma or similar sign, otherwise the last space, otherwise at the limit. */
function breakBefore(text: string, limit: number, from: number): number {
  const part = text.slice(from, limit);
  const clause = Math.max(...clauseMarks.map((mark) => part.lastIndexOf(mark)));
  const at = clause > part.length / 3 ? clause : part.lastIndexOf(' ');
  return at > 0 ? from + at + 1 : limit;
}

function rangeOf(pieces: Piece[], start: number, end: number): Range | null {
  const first = pieces.findLast((piece) => piece.start <= start);
  const last = pieces.findLast((piece) => piece.start < end);
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.min(start - first.start, first.node.length));
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}
