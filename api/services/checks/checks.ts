import { languageTag } from '#contracts/article.ts';
import type { ArticleCheckRequest, ArticleCheckResult, CheckFinding } from '#contracts/draft.ts';
import { fileSize } from '#contracts/file-size.ts';
import type { AppContext } from '../../context.ts';
import { findMediaByFileName, findMediaByPublicId } from '../../db/repositories/media.ts';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';
import type { BlockPlace } from '../../markdown/render.ts';
import { renderMarkdown } from '../articles/render-markdown.ts';
import {
  followInternalLink,
  type InternalLinkContext,
  type Outline,
  readOutline,
} from './links.ts';

/** Finder of Markdown lines for content of the rendered page. */
interface LineFinder {
  /**
   * @param block index of the block of the page
   * @param needles texts to search for, the most specific first
   * @returns the line from 0: the next one that contains a needle, or the first of the block
   */
  find(block: number, needles: string[]): number;
  /** Returns the source of a block of the page. */
  sourceOf(block: number): string;
}

/** Block of the page with its content and its position in the source. */
interface Piece {
  index: number;
  outline: Outline;
}

/** Results for a text, and its external links. */
interface TextFindings {
  findings: CheckFinding[];
  externalLinks: { url: string; line: number }[];
  /** Paths of the site's own images in it. */
  images: { src: string; line: number }[];
}

/** Looks through a rendered text: its links, images and headings. */
function checkText(
  places: Omit<InternalLinkContext, 'ids'>,
  markdown: string,
  { html, blocks }: RenderedMarkdown,
): TextFindings {
  const lines = createLineFinder(markdown, blocks);
  let start = 0;
  const pieces = blocks.map(({ length }, index): Piece => {
    const outline = readOutline(html.slice(start, start + length));
    start += length + 1;
    return { index, outline };
  });
  const ids = new Set(pieces.flatMap(({ outline }) => outline.ids));
  const externalLinks: TextFindings['externalLinks'] = [];
  const images: TextFindings['images'] = [];
  const findings = pieces.flatMap((piece) => [
    ...checkLinks({ ...places, ids }, piece, lines, externalLinks),
    ...checkImages(piece, lines, images),
  ]);
  return { findings: [...findings, ...checkHeadings(pieces, lines)], externalLinks, images };
}

/** Spellings of a URL in the source. */
function writtenForms(href: string): string[] {
  const bare = href.startsWith('#s-') ? `#${href.slice(3)}` : href;
  const plain = URL.canParse(href) ? href.replace(/^https?:\/\/[^/]+/, '') : bare;
  return [bare, safeDecode(bare), plain.length > 1 ? plain : ''];
}

function safeDecode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    // An invalid escape stays unchanged.
    return text;
  }
}

function checkLinks(
  places: InternalLinkContext,
  { index, outline }: Piece,
  lines: LineFinder,
  externalLinks: TextFindings['externalLinks'],
): CheckFinding[] {
  return outline.links.flatMap(({ href, text, replacesImage }): CheckFinding[] => {
    if (href.startsWith('mailto:')) return [];
    const line = lines.find(index, [...writtenForms(href), text]);
    const [written = href] = writtenForms(href);
    const found = { about: written || text, line, field: null };
    if (href === '') {
      const msg = 'This link has no URL.';
      return [{ ...found, code: 'link-empty', level: 'problem', msg }];
    }
    const remote: CheckFinding[] = replacesImage
      ? [
          {
            ...found,
            code: 'image-remote',
            level: 'note',
            msg: 'This image is on another site, so readers see a link instead. Upload it to show it.',
          },
        ]
      : [];
    if (/^(?:https?:)?\/\//i.test(href)) {
      externalLinks.push({ url: href.startsWith('//') ? `https:${href}` : href, line });
      return remote;
    }
    const problem = followInternalLink(places, href);
    return problem ? [{ ...found, ...problem }] : remote;
  });
}

function checkImages(
  { index, outline }: Piece,
  lines: LineFinder,
  images: TextFindings['images'],
): CheckFinding[] {
  return outline.images.flatMap(({ src, alt }): CheckFinding[] => {
    const line = lines.find(index, writtenForms(src));
    images.push({ src, line });
    if (alt.trim() !== '' || isDecoration(lines.sourceOf(index), src)) return [];
    const msg = 'This image has no alt text. Describe the image.';
    return [{ code: 'alt-missing', level: 'advice', msg, about: src, line, field: null }];
  });
}

/** True for an HTML image with an empty alt text, which authors write on purpose. */
function isDecoration(source: string, src: string): boolean {
  return [...source.matchAll(/<img\b[^<>]*>/gi)].some(
    ([tag]) => tag.includes(src) && /\balt\s*=\s*(?:""|'')/i.test(tag),
  );
}

function checkHeadings(pieces: Piece[], lines: LineFinder): CheckFinding[] {
  // The title of the article is the heading of level 1.
  let above = 1;
  return pieces.flatMap(({ index, outline }) =>
    outline.headings.flatMap(({ depth, text }): CheckFinding[] => {
      const skipped = depth > above + 1;
      const found = { about: text, line: lines.find(index, [text]), field: null };
      const from = above;
      above = Math.max(depth, 1);
      if (depth === 1) {
        const msg = 'The title is the level 1 heading of the page. Start with level 2 (##).';
        return [{ ...found, code: 'heading-top', level: 'advice', msg }];
      }
      if (!skipped) return [];
      const msg = `This heading of level ${depth} follows level ${from}: level ${from + 1} is missing between them.`;
      return [{ ...found, code: 'heading-order', level: 'advice', msg }];
    }),
  );
}

function createLineFinder(markdown: string, blocks: BlockPlace[]): LineFinder {
  const source = markdown.replace(/\r\n?/g, '\n');
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  const startOf = (line: number) => starts[line] ?? source.length;
  const lineAt = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const rangeOf = (block: number): [from: number, to: number] => {
    const next = blocks[block + 1];
    return [startOf(blocks[block]?.line ?? 0), next ? startOf(next.line) : source.length];
  };
  /** Position of the last match, so that equal links are found in turn. */
  const passed = new Map<string, number>();

  return {
    sourceOf: (block) => source.slice(...rangeOf(block)),
    find(block, needles) {
      const [from, to] = rangeOf(block);
      for (const needle of needles.filter(Boolean)) {
        const key = `${block} ${needle}`;
        const at = source.indexOf(needle, passed.get(key) ?? from);
        if (at === -1 || at >= to) continue;
        passed.set(key, at + needle.length);
        return lineAt(at);
      }
      // Footnotes and URLs of references are on other lines.
      for (const needle of needles.filter(Boolean)) {
        const at = source.indexOf(needle);
        if (at !== -1) return lineAt(at);
      }
      return blocks[block]?.line ?? 0;
    },
  };
}

/** Characters that are measured; longer texts are judged by their beginning. */
const READ_MAX = 200_000;

/** Readability of a text; numbers are rounded to a tenth. */
type ReadingLevel = ArticleCheckResult['reading'];

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
  Pick<InternalLinkContext, 'resolvesToPage'>;

/**
 * Checks the content of the editor before publication. External links are only listed, because
 * requesting them takes time.
 * @throws DomainError MARKDOWN_TOO_LARGE and other errors of the Markdown pipeline
 */
export async function checkArticle(
  context: Context,
  request: ArticleCheckRequest,
): Promise<ArticleCheckResult> {
  const rendered = await renderMarkdown(context, request.markdown);
  const places = { ...context, selfId: request.id };
  const text = checkText(places, request.markdown, rendered);
  const language = languageTag.safeParse(request.language);
  const reading = measureReading(rendered.text, language.success ? language.data : 'en');
  const findings = [
    ...checkFields(request),
    ...text.findings,
    ...checkWeight(context, request, text.images),
    ...checkReadability(reading),
  ];
  return { findings: findings.sort(byPlace), externalLinks: text.externalLinks, reading };
}

/** Sorts findings: fields, text from top to bottom, then the whole article. */
function byPlace(one: CheckFinding, other: CheckFinding): number {
  const place = ({ field, line }: CheckFinding) =>
    field !== null ? -1 : (line ?? Number.POSITIVE_INFINITY);
  const [first, second] = [place(one), place(other)];
  return first === second ? 0 : first - second;
}

function checkFields(request: ArticleCheckRequest): CheckFinding[] {
  const { title, subtitle, description, images, imageAlt } = request;
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
  request: ArticleCheckRequest,
  inText: TextFindings['images'],
): CheckFinding[] {
  const findings: CheckFinding[] = [];
  const weights = new Map<string, number>();
  const cover = request.images && findMediaByPublicId(database.query, request.images.public_id);
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
      const msg = `This image has ${fileSize(media.bytes)}: smaller variants exist, but older browsers load the full size.`;
      findings.push({ ...found, code: 'image-weight', level: 'note', msg });
    }
  }
  const total = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (total <= PAGE_BYTES) return findings;
  const msg = `The images of this article have ${fileSize(total)} in total: they load slowly on a slow connection.`;
  const whole = { about: '', line: null, field: null };
  return [...findings, { ...whole, code: 'page-weight', level: 'advice', msg }];
}

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
