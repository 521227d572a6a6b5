import type { Sentence } from './sentences.ts';

const NAME = 'spoken';
/** The part of the screen, from the top, in which a sentence may stay where it is. */
const EASY_TO_READ = [0.12, 0.7] as const;
/** Where a sentence outside of it is brought. */
const BROUGHT_TO = 0.3;

let shown: Sentence | null = null;

/** Marks the sentence that is spoken in place of the one before; null marks none. */
export function markSentence(sentence: Sentence | null): void {
  shown?.block.classList.remove(NAME);
  shown = sentence;
  const highlights = 'highlights' in CSS ? CSS.highlights : null;
  highlights?.delete(NAME);
  if (!sentence) return;
  if (highlights) highlights.set(NAME, new Highlight(sentence.range));
  else sentence.block.classList.add(NAME);
}

/** Whether any of a sentence can be seen. */
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
