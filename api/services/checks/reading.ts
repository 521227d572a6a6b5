/** Characters that are measured; longer texts are judged by their beginning. */
const READ_MAX = 200_000;

/** Readability of a text. */
export interface ReadingLevel {
  words: number;
  /** Rounded to a tenth. */
  wordsPerSentence: number;
  /** Flesch-Kincaid grade level, rounded to a tenth; null for other languages than English. */
  grade: number | null;
}

/**
 * Measures plain text, one line a block. The grade is Kincaid's of 1975, years of school in the USA:
 * 0.39 × words per sentence + 11.8 × syllables per word − 15.59.
 * https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests
 */
export function measureReading(text: string, language: string): ReadingLevel {
  const segmenter = (granularity: 'sentence' | 'word') =>
    new Intl.Segmenter(language, { granularity });
  const [sentences, words] = [segmenter('sentence'), segmenter('word')];
  const english = /^en\b/i.test(language);
  let wordCount = 0;
  let sentenceCount = 0;
  let syllables = 0;
  for (const line of text.slice(0, READ_MAX).split('\n')) {
    for (const { segment: sentence } of sentences.segment(line)) {
      const before = wordCount;
      for (const { segment: word, isWordLike } of words.segment(sentence)) {
        if (!isWordLike) continue;
        wordCount += 1;
        if (english) syllables += countSyllables(word);
      }
      if (wordCount > before) sentenceCount += 1;
    }
  }
  if (wordCount === 0) return { words: 0, wordsPerSentence: 0, grade: null };
  const wordsPerSentence = wordCount / sentenceCount;
  const grade = 0.39 * wordsPerSentence + 11.8 * (syllables / wordCount) - 15.59;
  return {
    words: wordCount,
    wordsPerSentence: toTenth(wordsPerSentence),
    grade: english ? toTenth(grade) : null,
  };
}

const toTenth = (value: number) => Math.round(value * 10) / 10;

/** Estimates syllables by groups of vowels; a final `e` is silent. */
export function countSyllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const spoken = letters.replace(/(?<![aeiouyl])e$|(?<=[aeiouy])le$|(?<=[^aeioudty])ed$/, '');
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}
