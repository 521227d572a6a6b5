import { bringIntoView, isInView, markSentence } from './highlight.ts';
import { savedPosition, savePosition } from './listening-position.ts';
import { Reader, type Reading } from './reader.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

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
