import { writeStored } from '../../client/storage.ts';
import { readStoredJson } from '../../client/stored-json.ts';
import { Reader, type Reading } from './reader.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

// The position at which listening stopped, stored by the browser.

const KEY = 'listening';

/** Maximum number of articles with a stored position; the oldest one is removed first. */
const POSITIONS_MAX = 20;

interface Position {
  path: string;
  /** Index of the sentence and its beginning, because the article may have changed since. */
  sentence: number;
  beginning: string;
}

const HIGHLIGHT_NAME = 'spoken';

/** Part of the screen, from the top, in which a sentence needs no scrolling. */
const COMFORTABLE_RANGE = [0.12, 0.7] as const;

/** Position to which other sentences are scrolled. */
const SCROLL_TARGET = 0.3;

let current: Sentence | null = null;

const boundsOf = ({ range }: Sentence) => range.getBoundingClientRect();

/** Characters that identify a sentence after the article has changed. */
const BEGINNING = 60;

interface Options {
  onChange(reading: Reading): void;
  onFailed(): void;
}

/** Prepares reading the article aloud: the current sentence is highlighted, scrolled into view and stored. */
export function prepareReading({ onChange, onFailed }: Options) {
  const language = document.documentElement.lang;
  const sentences = sentencesOf(textOfArticle(), language);
  let before: Sentence | undefined;
  const follow = (reading: Reading) => {
    const at = reading.state === 'idle' ? -1 : reading.at;
    const sentence = sentences[at];
    // If the visitor has scrolled away, the page does not scroll back.
    const isFollowed = !before || isInView(before);
    before = sentence;
    markSentence(sentence ?? null);
    if (sentence && isFollowed) bringIntoView(sentence);
    savePosition(sentence ? { sentence: at, beginning: beginningOf(sentence) } : null);
    onChange(reading);
  };
  const reader = new Reader(sentences, language, follow, onFailed);
  // Otherwise the voice would continue on the next page.
  addEventListener('pagehide', () => reader.pause());
  return { reader, total: sentences.length, start: () => reader.start(findPosition(sentences)) };
}

/** Title and text, without other elements of the page. */
function textOfArticle(): Element[] {
  const parts = '.article h1, .article__subtitle, .article__lead, .article .prose';
  return [...document.querySelectorAll(parts)];
}

const beginningOf = (sentence: Sentence) => sentence.words.slice(0, BEGINNING);

/** Returns the stored sentence, found by its text if the article has changed; otherwise the first. */
function findPosition(sentences: Sentence[]): number {
  const saved = savedPosition();
  if (!saved) return 0;
  const same = (sentence: Sentence | undefined) =>
    sentence !== undefined && beginningOf(sentence) === saved.beginning;
  if (same(sentences[saved.sentence])) return saved.sentence;
  return Math.max(0, sentences.findIndex(same));
}

/** Highlights the current sentence instead of the previous one; null removes the highlight. */
function markSentence(sentence: Sentence | null): void {
  current?.block.classList.remove(HIGHLIGHT_NAME);
  current = sentence;
  const highlights = 'highlights' in CSS ? CSS.highlights : null;
  highlights?.delete(HIGHLIGHT_NAME);
  if (!sentence) return;
  highlights?.set(HIGHLIGHT_NAME, new Highlight(sentence.range));
  sentence.block.classList.add(HIGHLIGHT_NAME);
}

/** True if any part of a sentence is visible. */
function isInView(sentence: Sentence): boolean {
  const { top, bottom } = boundsOf(sentence);
  return bottom > 0 && top < innerHeight;
}

function bringIntoView(sentence: Sentence): void {
  const { top, bottom } = boundsOf(sentence);
  const [from, to] = COMFORTABLE_RANGE;
  if (top > innerHeight * from && bottom < innerHeight * to) return;
  scrollBy({ top: top - innerHeight * SCROLL_TARGET });
}

/** Returns the stored position of this page, or undefined. */
export function savedPosition(): Position | undefined {
  return readAll().find((position) => position.path === location.pathname);
}

/** Stores a sentence of this page, or (with null) removes the position. */
function savePosition(at: Pick<Position, 'sentence' | 'beginning'> | null): void {
  const path = location.pathname;
  const otherPositions = readAll().filter((position) => position.path !== path);
  const all =
    at === null ? otherPositions : [...otherPositions, { path, ...at }].slice(-POSITIONS_MAX);
  // Without storage, listening starts at the beginning next time.
  writeStored(KEY, JSON.stringify(all));
}

function readAll(): Position[] {
  const stored = readStoredJson(KEY);
  return Array.isArray(stored) ? stored.filter(isPosition) : [];
}

function isPosition(value: Partial<Position> | null): value is Position {
  return (
    typeof value?.path === 'string' &&
    typeof value.sentence === 'number' &&
    typeof value.beginning === 'string'
  );
}
