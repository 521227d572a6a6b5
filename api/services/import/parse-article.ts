import path from 'node:path';
import { TITLE_MAX } from '#contracts/article.ts';
import type { Media } from '../../db/repositories/media.ts';
import { type ArticleFields, readArticleFields } from './article-fields.ts';
import { readFrontMatter } from './front-matter.ts';
import type { FolderImages } from './import-images.ts';
import { FileSkippedError } from './import-result.ts';
import {
  PARSE_TIME_LIMIT_MS,
  type ParsedMarkdown,
  parseMarkdown,
  replaceRanges,
  TimeLimitReached,
  withTimeLimit,
} from './parse-markdown.ts';

const mayContainUrl = /\]\(|\]:|<(?:img|a)\s/i;

/** Article of an imported file; omitted fields keep the stored value or take a default. */
export interface ArticleInput extends Omit<ArticleFields, 'image'> {
  title: string;
  /** True if the title comes from the file name, which does not replace a stored one. */
  titleIsGuess: boolean;
  markdown: string;
  media?: Media | null;
  /** Source platform and id of a post. */
  source?: string;
}

/**
 * Parses an article from the text of a file and imports its images.
 * @param file path in `root`
 * @throws FrontMatterInvalid, FileSkippedError
 */
export async function parseArticle(
  images: FolderImages,
  root: string,
  file: string,
  text: string,
): Promise<{ input: ArticleInput; notes: string[] }> {
  const { matter, body } = readFrontMatter(text);
  const { fields, notes } = readArticleFields(matter);
  if (matter.size === 0 && body.trim() === '') throw new FileSkippedError('The file is empty.');
  const folder = path.dirname(path.join(root, file));
  const parsed = parseWithinTimeLimit(body, fields.title === undefined, notes);
  const heading = fields.title === undefined ? parsed.heading : null;
  const parts = heading ? [{ ...heading, end: endOfBlock(body, heading.end), by: '' }] : [];
  for (const address of parsed.urls) {
    const by = await images.importUrl(folder, address, notes);
    if (by !== null) parts.push({ start: address.start, end: address.end, by, text: '' });
  }
  const { image, ...rest } = fields;
  const title = fields.title ?? (heading && shortenTitle(heading.text));
  const input: ArticleInput = {
    ...rest,
    title: title || titleFromFileName(root, file),
    titleIsGuess: !title,
    markdown: replaceRanges(
      body,
      parts.sort((one, other) => one.start - other.start),
    ),
  };
  if (image === null) input.media = null;
  if (typeof image === 'string') {
    const media = await images.importCover(folder, image, notes);
    if (media) input.media = media;
  }
  return { input, notes };
}

function parseWithinTimeLimit(body: string, needsTitle: boolean, notes: string[]): ParsedMarkdown {
  const nothing: ParsedMarkdown = { heading: null, urls: [] };
  if (!needsTitle && !mayContainUrl.test(body)) return nothing;
  try {
    return withTimeLimit(PARSE_TIME_LIMIT_MS, () => parseMarkdown(body));
  } catch (error) {
    // Nesting exceeds the stack; the renderer decides if the text is acceptable.
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    notes.push('The text is too deeply nested to search it for images.');
    return nothing;
  }
}

/** Returns the position after the blank lines that follow a block. */
function endOfBlock(text: string, end: number): number {
  return end + (/^[ \t]*(?:\r?\n[ \t]*)*(?:\r?\n|$)/.exec(text.slice(end))?.[0].length ?? 0);
}

function shortenTitle(title: string): string {
  const letters = [...title];
  return letters.length <= TITLE_MAX ? title : `${letters.slice(0, TITLE_MAX - 1).join('')}…`;
}

/**
 * Derives a title from the file name: `first-steps.md` becomes First steps; README.md and index.md
 * use the folder's name.
 */
function titleFromFileName(root: string, file: string): string {
  const { name, dir } = path.parse(path.join(path.basename(root), file));
  const chosen = /^(?:readme|index)$/i.test(name) ? path.basename(dir) : name;
  const title = chosen
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return title === '' ? 'Untitled' : title.charAt(0).toUpperCase() + title.slice(1);
}
