import path from 'node:path';
import { TITLE_MAX } from '#contracts/article.ts';
import type { Media } from '../../db/repositories/media.ts';
import { type Anatomy, dissect, splice } from './anatomy.ts';
import { readFrontMatter } from './front-matter.ts';
import { readArticleFields } from './front-matter-article.ts';
import type { ArticleFields } from './front-matter-fields.ts';
import type { ImageBringer } from './images.ts';
import { FileSkipped } from './report.ts';
import { TimeLimitReached, withTimeLimit } from './time-limit.ts';

/** Milliseconds in which the addresses of a text have to be found. */
const DISSECT_MS = 5000;
const mayHoldAddress = /\]\(|\]:|<(?:img|a)\s/i;

/** What a file wants its article to be. Absent fields leave what is stored, or take a default. */
export interface ArticleWish extends Omit<ArticleFields, 'image'> {
  title: string;
  /** Whether the title is only the file's name, which says nothing against a stored one. */
  titleIsGuess: boolean;
  markdown: string;
  media?: Media | null;
  /** Of a post of another system: the system and its id there, for good. */
  source?: string;
}

/**
 * Reads an article from the text of a file and brings its images along.
 * @param file path below `root`
 * @throws FrontMatterInvalid, FileSkipped
 */
export async function readWish(
  bringer: ImageBringer,
  root: string,
  file: string,
  text: string,
): Promise<{ wish: ArticleWish; notes: string[] }> {
  const { matter, body } = readFrontMatter(text);
  const { fields, notes } = readArticleFields(matter);
  if (matter.size === 0 && body.trim() === '') throw new FileSkipped('It is empty.');
  const folder = path.dirname(path.join(root, file));
  const anatomy = dissectInTime(body, fields.title === undefined, notes);
  const headline = fields.title === undefined ? anatomy.headline : null;
  const parts = headline ? [{ ...headline, end: endOfBlock(body, headline.end), by: '' }] : [];
  for (const address of anatomy.addresses) {
    const by = await bringer.bringAddress(folder, address, notes);
    if (by !== null) parts.push({ start: address.start, end: address.end, by, text: '' });
  }
  const { image, ...rest } = fields;
  const title = fields.title ?? (headline && shorten(headline.text));
  const wish: ArticleWish = {
    ...rest,
    title: title || nameOf(root, file),
    titleIsGuess: !title,
    markdown: splice(
      body,
      parts.sort((one, other) => one.start - other.start),
    ),
  };
  if (image === null) wish.media = null;
  if (typeof image === 'string') {
    const media = await bringer.bringCover(folder, image, notes);
    if (media) wish.media = media;
  }
  return { wish, notes };
}

function dissectInTime(body: string, needsTitle: boolean, notes: string[]): Anatomy {
  const nothing: Anatomy = { headline: null, addresses: [] };
  if (!needsTitle && !mayHoldAddress.test(body)) return nothing;
  try {
    return withTimeLimit(DISSECT_MS, () => dissect(body));
  } catch (error) {
    // Nesting deeper than the stack; the renderer has the last word on it.
    if (!(error instanceof TimeLimitReached || error instanceof RangeError)) throw error;
    notes.push('The text is so tangled that its images were not looked for.');
    return nothing;
  }
}

/** Behind the blank lines that follow a block. */
function endOfBlock(text: string, end: number): number {
  return end + (/^[ \t]*(?:\r?\n[ \t]*)*(?:\r?\n|$)/.exec(text.slice(end))?.[0].length ?? 0);
}

function shorten(title: string): string {
  const letters = [...title];
  return letters.length <= TITLE_MAX ? title : `${letters.slice(0, TITLE_MAX - 1).join('')}…`;
}

/** `first-steps.md` is called First steps; README.md and index.md are called like their folder. */
function nameOf(root: string, file: string): string {
  const { name, dir } = path.parse(path.join(path.basename(root), file));
  const chosen = /^(?:readme|index)$/i.test(name) ? path.basename(dir) : name;
  const spoken = chosen
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return spoken === '' ? 'Untitled' : spoken.charAt(0).toUpperCase() + spoken.slice(1);
}
