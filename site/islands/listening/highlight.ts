import type { Sentence } from './sentences.ts';

const NAME = 'spoken';
/** Part of the screen, from the top, in which a sentence needs no scrolling. */
const EASY_TO_READ = [0.12, 0.7] as const;
/** Position to which other sentences are scrolled. */
const BROUGHT_TO = 0.3;

let current: Sentence | null = null;

/** Highlights the current sentence instead of the previous one; null removes the highlight. */
export function markSentence(sentence: Sentence | null): void {
  current?.block.classList.remove(NAME);
  current = sentence;
  const highlights = 'highlights' in CSS ? CSS.highlights : null;
  highlights?.delete(NAME);
  if (!sentence) return;
  if (highlights) highlights.set(NAME, new Highlight(sentence.range));
  else sentence.block.classList.add(NAME);
}

/** True if any part of a sentence is visible. */
export function isInView(sentence: Sentence): boolean {
  const { top, bottom } = placeOf(sentence);
  return bottom > 0 && top < innerHeight;
}

export function bringIntoView(sentence: Sentence): void {
  const { top, bottom } = placeOf(sentence);
  const [from, to] = EASY_TO_READ;
  if (top > innerHeight * from && bottom < innerHeight * to) return;
  scrollBy({ top: top - innerHeight * BROUGHT_TO });
}

const placeOf = ({ range }: Sentence) => range.getBoundingClientRect();
