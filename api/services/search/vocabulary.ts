import type { Connection } from '../../db/connection.ts';
import {
  type IndexedWord,
  readIndexVersion,
  readWordsAfter,
} from '../../db/repositories/search.ts';
import { countMissing, distanceBetween, lettersOf, slipsAllowed } from './distance.ts';

/** Words read at once; other requests get their turn between two readings. */
const WORDS_PER_READING = 500;
/**
 * Words that one is compared with at most, those of its own length first: some 40 ms. A limit in time
 * would find less the busier the machine is.
 */
const COMPARED_MAX = 40_000;
/** A vocabulary that was read faster than this, in milliseconds, is read again at every change. */
const QUICK_READING_MS = 5;
/** Milliseconds after which a larger one is read again, if the index has changed. */
const READ_AGAIN_AFTER_MS = 60_000;
/** Words of another shape (serial numbers, hashes) are no help. */
const WORD_MAX = 40;

interface KnownWord extends IndexedWord {
  /** See lettersOf. */
  letters: number;
}

interface Vocabulary {
  version: string;
  /** By length, since a slip changes it by one at most. */
  byLength: KnownWord[][];
  readingMs: number;
  readAt: number;
}

const vocabularies = new WeakMap<object, Vocabulary>();
const readings = new WeakMap<object, Promise<Vocabulary>>();

/**
 * All words of the search index, kept in memory: looking through them in the database would cost a
 * walk over the whole index. A large one may lag a minute behind; a guess is tried before it is used.
 */
export async function readVocabulary(database: Connection): Promise<Vocabulary> {
  const known = vocabularies.get(database.raw);
  if (known) {
    const stale = known.version !== readIndexVersion(database);
    const due =
      known.readingMs < QUICK_READING_MS || performance.now() - known.readAt > READ_AGAIN_AFTER_MS;
    if (!stale || !due) return known;
    const reading = readWords(database);
    // Readers of a large site go on with what there is.
    return known.readingMs < QUICK_READING_MS ? reading : known;
  }
  return readWords(database);
}

function readWords(database: Connection): Promise<Vocabulary> {
  const running = readings.get(database.raw);
  if (running) return running;
  const reading = readAll(database).finally(() => readings.delete(database.raw));
  readings.set(database.raw, reading);
  return reading;
}

async function readAll(database: Connection): Promise<Vocabulary> {
  const version = readIndexVersion(database);
  const byLength: KnownWord[][] = Array.from({ length: WORD_MAX + 1 }, () => []);
  let readingMs = 0;
  let after = '';
  for (;;) {
    const startedAt = performance.now();
    const words = readWordsAfter(database, after, WORDS_PER_READING);
    for (const word of words) {
      byLength[word.term.length]?.push({ ...word, letters: lettersOf(word.term) });
    }
    readingMs += performance.now() - startedAt;
    if (words.length < WORDS_PER_READING) break;
    after = words.at(-1)?.term ?? '';
    await new Promise((resolve) => setImmediate(resolve));
    if (!database.raw.open) break;
  }
  const vocabulary = { version, byLength, readingMs, readAt: performance.now() };
  vocabularies.set(database.raw, vocabulary);
  return vocabulary;
}

/**
 * Words of the index that `typed` may have been meant to be, the likeliest first.
 * @param unfinished whether more letters may follow
 */
export function guessWords(vocabulary: Vocabulary, typed: string, unfinished: boolean): string[] {
  const most = slipsAllowed(typed.length);
  if (most === 0) return [];
  const letters = lettersOf(typed);
  let left = COMPARED_MAX;
  const guesses: { term: string; slips: number; documents: number }[] = [];
  const longest = unfinished ? WORD_MAX : typed.length + most;
  for (const length of lengthsNear(typed.length, typed.length - most, longest)) {
    for (const word of vocabulary.byLength[length] ?? []) {
      // Most words are too different, and a look at their letters says so.
      if (countMissing(letters, word.letters) > most) continue;
      if (left === 0) break;
      left -= 1;
      const distance = distanceBetween(typed, word.term, most);
      // Half a slip is what a word not typed to its end counts more than a whole one.
      const slips = Math.min(distance.whole, unfinished ? distance.beginning + 0.5 : Infinity);
      if (slips <= most + 0.5) guesses.push({ term: word.term, slips, documents: word.documents });
    }
  }
  return guesses
    .sort((one, other) => one.slips - other.slips || other.documents - one.documents)
    .map((guess) => guess.term);
}

/** Lengths from `least` to `longest`, those nearest to `length` first. */
function lengthsNear(length: number, least: number, longest: number): number[] {
  const all = Array.from({ length: longest - least + 1 }, (_, index) => least + index);
  return all.sort((one, other) => Math.abs(one - length) - Math.abs(other - length));
}
