import { languageTag } from '#contracts/article.ts';
import type { ArticleCheckRequest, ArticleCheckResult, CheckFinding } from '#contracts/draft.ts';
import type { AppContext } from '../../context.ts';
import { findMediaByFileName, findMediaByPublicId } from '../../db/repositories/media.ts';
import { renderMarkdown } from '../articles/render-markdown.ts';
import type { OwnPlaces } from './links.ts';
import { checkText, type TextFindings } from './text.ts';

/** Characters that are measured; longer texts are judged by their beginning. */
const READ_MAX = 200_000;

/** Readability of a text. */
interface ReadingLevel {
  words: number;
  /** Rounded to a tenth. */
  wordsPerSentence: number;
  /** Flesch-Kincaid grade level, rounded to a tenth; null for other languages than English. */
  grade: number | null;
}

const toTenth = (value: number) => Math.round(value * 10) / 10;

/** Characters of a title and of a description that search engines show. */
const TITLE_SHOWN = 65;
const DESCRIPTION_SHOWN = 160;
/** Bytes of one image, and of all images of a page. */
const IMAGE_BYTES = 300_000;
const PAGE_BYTES = 1_500_000;
/** Lowest number of words for a readability check. */
const READABILITY_WORDS_MIN = 100;
/** School grades, or words per sentence, from which a text is hard to read. */
const grades = { note: 12, advice: 16 };
const sentences = { note: 25, advice: 35 };

type Context = Pick<AppContext, 'config' | 'database' | 'markdown'> &
  Pick<OwnPlaces, 'resolvesToPage'>;

/**
 * Checks the content of the editor before publication. External links are only listed, because
 * requesting them takes time.
 * @throws DomainError MARKDOWN_TOO_LARGE and other errors of the Markdown pipeline
 */
export async function checkArticle(
  context: Context,
  asked: ArticleCheckRequest,
): Promise<ArticleCheckResult> {
  const rendered = await renderMarkdown(context, asked.markdown);
  const places = { ...context, selfId: asked.id };
  const text = checkText(places, asked.markdown, rendered);
  const language = languageTag.safeParse(asked.language);
  const reading = measureReading(rendered.text, language.success ? language.data : 'en');
  const findings = [
    ...checkFields(asked),
    ...text.findings,
    ...checkWeight(context, asked, text.images),
    ...checkReadability(reading),
  ];
  return { findings: findings.sort(byPlace), outside: text.outside, reading };
}

/** Sorts findings: fields, text from top to bottom, then the whole article. */
function byPlace(one: CheckFinding, other: CheckFinding): number {
  const place = ({ field, line }: CheckFinding) =>
    field !== null ? -1 : (line ?? Number.POSITIVE_INFINITY);
  const [first, second] = [place(one), place(other)];
  return first === second ? 0 : first - second;
}

function checkFields(asked: ArticleCheckRequest): CheckFinding[] {
  const { title, subtitle, description, images, imageAlt } = asked;
  const at = (field: NonNullable<CheckFinding['field']>) => ({ about: '', line: null, field });
  const found: (CheckFinding | false)[] = [
    title.trim().length > TITLE_SHOWN && {
      code: 'title-long',
      level: 'note',
      ...at('title'),
      msg: `The title has ${title.trim().length} characters: search engines show about ${TITLE_SHOWN}.`,
    },
    subtitle.trim() === '' && {
      code: 'subtitle-missing',
      level: 'advice',
      ...at('subtitle'),
      msg: 'The article has no subtitle.',
    },
    description.trim() === '' && {
      code: 'description-missing',
      level: 'advice',
      ...at('description'),
      msg: 'The article has no description: lists and search engines have nothing to show.',
    },
    description.trim().length > DESCRIPTION_SHOWN && {
      code: 'description-long',
      level: 'note',
      ...at('description'),
      msg: `The description has ${description.trim().length} characters: search engines show about ${DESCRIPTION_SHOWN}.`,
    },
    images !== null &&
      imageAlt.trim() === '' && {
        code: 'alt-missing',
        level: 'advice',
        ...at('imageAlt'),
        msg: 'The article image has no alt text. Describe the image.',
      },
  ];
  return found.filter((finding) => finding !== false);
}

function checkWeight(
  { database }: Context,
  asked: ArticleCheckRequest,
  inText: TextFindings['images'],
): CheckFinding[] {
  const findings: CheckFinding[] = [];
  const weights = new Map<string, number>();
  const cover = asked.images && findMediaByPublicId(database.query, asked.images.public_id);
  if (cover) weights.set(`/media/${cover.fileName}`, cover.bytes);
  for (const { src, line } of inText) {
    const media = findMediaByFileName(database.query, src.replace(/^\/media\//, ''));
    const found = { about: src, line, field: null };
    if (!media) {
      const msg = 'This image is not in the media library: readers see a gap.';
      findings.push({ ...found, code: 'image-missing', level: 'problem', msg });
    } else if (!weights.has(src)) {
      weights.set(src, media.bytes);
      if (media.bytes <= IMAGE_BYTES) continue;
      const msg = `This image has ${kilobytes(media.bytes)}: smaller variants exist, but older browsers load the full size.`;
      findings.push({ ...found, code: 'image-weight', level: 'note', msg });
    }
  }
  const total = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (total <= PAGE_BYTES) return findings;
  const msg = `The images of this article have ${kilobytes(total)} in total: they load slowly on a slow connection.`;
  const whole = { about: '', line: null, field: null };
  return [...findings, { ...whole, code: 'page-weight', level: 'advice', msg }];
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

function checkReadability({ words, wordsPerSentence, grade }: ReadingLevel): CheckFinding[] {
  if (words < READABILITY_WORDS_MIN) return [];
  const [value, limits] = grade === null ? [wordsPerSentence, sentences] : [grade, grades];
  if (value <= limits.note) return [];
  const msg =
    grade === null
      ? `Sentences have ${wordsPerSentence} words on average: shorter ones are easier to follow.`
      : `Readers need about ${Math.round(grade)} years of school (Flesch-Kincaid), with ${wordsPerSentence} words per sentence. Shorter sentences and words make it easier.`;
  const level = value > limits.advice ? 'advice' : 'note';
  return [{ code: 'reading-level', level, msg, about: '', line: null, field: null }];
}

/**
 * Measures plain text, one line a block. The grade is Kincaid's of 1975, years of school in the USA:
 * 0.39 × words per sentence + 11.8 × syllables per word − 15.59.
 * https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests
 */
function measureReading(text: string, language: string): ReadingLevel {
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

/** Estimates syllables by groups of vowels; a final `e` is silent. */
function countSyllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const spoken = letters.replace(/(?<![aeiouyl])e$|(?<=[aeiouy])le$|(?<=[^aeioudty])ed$/, '');
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 0);
}
