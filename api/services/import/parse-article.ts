import path from 'node:path';
import { articleCreateRequest, TITLE_MAX } from '#contracts/article.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import type { Media } from '../../db/repositories/media.ts';
import {
  type FrontMatter,
  type FrontMatterValue,
  fitToContract,
  readFrontMatter,
} from './front-matter.ts';
import type { FolderImages } from './import-images.ts';
import { FileSkippedError } from './import-result.ts';
import {
  mayContainUrls,
  PARSE_TIME_LIMIT_MS,
  type ParsedMarkdown,
  parseMarkdown,
  replaceRanges,
  TextTooComplexError,
  withTimeLimit,
} from './parse-markdown.ts';

/** Article fields of a file, all optional; times are milliseconds UTC. */
interface ArticleFields {
  publicId?: string;
  title?: string;
  subtitle?: string;
  description?: string;
  language?: string;
  slug?: string;
  tags?: string[];
  categories?: string[];
  series?: string | null;
  /** Path or URL of the cover; null means that there is none. */
  image?: string | null;
  imageAlt?: string;
  linkedin?: boolean;
  dev?: boolean;
  medium?: boolean;
  linkedinContent?: string;
  draft?: boolean;
  archived?: boolean;
  scheduledAt?: number | null;
  publishedAt?: number | null;
  deletedAt?: number | null;
  createdAt?: number;
  updatedAt?: number;
  views?: number;
  version?: number;
  authorEmail?: string;
  formerSlugs?: { slug: string; since: number | null }[];
}

/** Range from 1970 to 9999, in milliseconds; Hugo writes year 1 for 'no date'. */
const EARLIEST = 0;

const LATEST = Date.UTC(10_000, 0, 1);

const form =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?[ \t]*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

const words =
  /^(?:[A-Za-z]{3,9},? )?(?:[A-Za-z]{3,9} \d{1,2},? \d{4}|\d{1,2} [A-Za-z]{3,9} \d{4})$/;

/** Fields read so far, and notes about ignored values. */
interface Reading {
  fields: ArticleFields;
  notes: string[];
}

/** Reads one key of front matter into the fields. */
type Reader = (reading: Reading, value: FrontMatterValue, key: string) => void;

const contract = articleCreateRequest.shape;

const neverEmpty = new Set(['title', 'language']);

/** Form of ids from createPublicId. */
const publicIdForm = /^[a-hjkmnp-z2-9]{16}$/;

const tags: Reader = (reading, value, key) => {
  const fitting = fitToContract(key, contract.tags, listOf(value), reading.notes);
  if (fitting) reading.fields.tags = [...new Set(fitting)];
};

const categories: Reader = (reading, value, key) => {
  const fitting = fitToContract(key, contract.categories, listOf(value), reading.notes);
  if (!fitting) return;
  // Category names are case-insensitive in the database.
  const names = fitting.map((name) => name.toLowerCase());
  reading.fields.categories = fitting.filter((_, at) => names.indexOf(names[at] ?? '') === at);
};

const series: Reader = (reading, value, key) => {
  const name = Array.isArray(value) ? listOf(value)[0] : scalarTextOf(value);
  const fitting = fitToContract(key, contract.series, name?.trim() || null, reading.notes);
  if (fitting !== undefined) reading.fields.series = fitting;
};

const image: Reader = (reading, value, key) => {
  if (value instanceof Map) {
    const inner = ['image', 'src', 'url', 'path'].map((name) => value.get(name)).find(Boolean);
    if (inner !== undefined) image(reading, inner, key);
    const alt = value.get('alt');
    if (alt !== undefined) textReader('imageAlt')(reading, alt, `${key}.alt`);
    return;
  }
  const first = Array.isArray(value) ? (value[0] ?? null) : value;
  if (first instanceof Map) return image(reading, first, key);
  reading.fields.image = scalarTextOf(first)?.trim() || null;
};

const slug: Reader = (reading, value, key) => {
  const written = scalarTextOf(value)?.trim();
  if (written) reading.fields.slug = fitToContract(key, contract.slug, written, reading.notes);
};

const id: Reader = (reading, value, key) => {
  const written = scalarTextOf(value) ?? '';
  if (publicIdForm.test(written)) reading.fields.publicId = written;
  else reading.notes.push(`${key}: is not an id of this site, ignored.`);
};

const author: Reader = (reading, value, key) => {
  const written = scalarTextOf(value)?.trim() ?? '';
  if (/^[^\s@]+@[^\s@]+$/.test(written)) reading.fields.authorEmail = written;
  else reading.notes.push(`${key}: authors are identified by their email address, ignored.`);
};

const formerSlugs: Reader = (reading, value) => {
  if (value instanceof Map) {
    reading.fields.formerSlugs = [...value].map(([name, since]) => ({
      slug: String(name),
      since: readDate(scalarTextOf(since) ?? ''),
    }));
  } else reading.fields.formerSlugs = listOf(value).map((name) => ({ slug: name, since: null }));
};

/** Reads `published`: `false` in Jekyll, a date elsewhere. */
const published: Reader = (reading, value, key) => {
  const reader = typeof value === 'boolean' ? flag('draft', true) : time('publishedAt');
  reader(reading, value, key);
};

/** Readers by key, in lower case without `_` and `-`; includes keys of common generators. */
const readers = new Map<string, Reader>([
  ['id', id],
  ...named(textReader('title'), 'title'),
  ...named(textReader('subtitle'), 'subtitle', 'tagline'),
  ...named(textReader('description'), 'description', 'summary', 'excerpt'),
  ...named(time('publishedAt'), 'date', 'publishdate', 'pubdate', 'publishedat', 'pubdatetime'),
  ...named(published, 'published'),
  ...named(time('createdAt'), 'created', 'createdat'),
  ...named(time('updatedAt'), 'updated', 'updatedat', 'updateddate', 'lastmod', 'modified'),
  ...named(time('scheduledAt'), 'scheduled', 'scheduleddate'),
  ...named(time('deletedAt'), 'deleted'),
  ...named(flag('draft'), 'draft'),
  ...named(flag('archived'), 'archived', 'archive'),
  ...named(slug, 'slug'),
  ...named(formerSlugs, 'formerslugs'),
  ...named(textReader('language'), 'language', 'lang', 'locale'),
  ...named(categories, 'category', 'categories'),
  ...named(tags, 'tags', 'tag'),
  ...named(series, 'series'),
  ...named(
    image,
    'image',
    'cover',
    'thumbnail',
    'heroimage',
    'featuredimage',
    'coverimage',
    'banner',
  ),
  ...named(textReader('imageAlt'), 'imagealt', 'coveralt', 'heroimagealt', 'alt'),
  ...named(flag('linkedin'), 'linkedin'),
  ...named(flag('dev'), 'dev'),
  ...named(flag('medium'), 'medium'),
  ...named(textReader('linkedinContent'), 'linkedincontent'),
  ...named(count('views', 0), 'views'),
  ...named(count('version', 1), 'version'),
  ...named(author, 'author'),
]);

function named(reader: Reader, ...names: string[]): [string, Reader][] {
  return names.map((name) => [name, reader]);
}

/** Reads the article fields from front matter; `notes` lists ignored fields. */
export function readArticleFields(matter: FrontMatter): Reading {
  const reading: Reading = { fields: {}, notes: [] };
  for (const [key, value] of matter) {
    const reader = readers.get(key.toLowerCase().replace(/[-_ ]/g, ''));
    if (reader) reader(reading, value, key);
    else reading.notes.push(`${key.slice(0, 60)}: unknown field, ignored.`);
  }
  return reading;
}

function scalarTextOf(value: FrontMatterValue): string | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : null;
}

function listOf(value: FrontMatterValue): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => scalarTextOf(entry)?.trim() || []);
  return (scalarTextOf(value) ?? '').split(',').flatMap((entry) => entry.trim() || []);
}

function recordInvalid({ notes }: Reading, key: string, wanted: string): void {
  notes.push(`${key}: should be ${wanted}, ignored.`);
}

function textReader(
  field: 'title' | 'subtitle' | 'description' | 'language' | 'imageAlt' | 'linkedinContent',
): Reader {
  return (reading, value, key) => {
    const written = scalarTextOf(value);
    // Empty titles and languages are ignored; other fields can be empty.
    if (value === null || (written?.trim() === '' && neverEmpty.has(field))) return;
    if (written === null) return recordInvalid(reading, key, 'text');
    const normalized = field === 'language' ? written.replaceAll('_', '-') : written;
    const fitting = fitToContract(key, contract[field], normalized, reading.notes);
    if (fitting !== undefined) reading.fields[field] = fitting;
  };
}

function flag(
  field: 'linkedin' | 'dev' | 'medium' | 'draft' | 'archived',
  inverted = false,
): Reader {
  return (reading, value, key) => {
    if (value === null) return;
    const written = (scalarTextOf(value) ?? '').toLowerCase();
    if (/^(?:true|yes|on|1)$/.test(written)) reading.fields[field] = !inverted;
    else if (/^(?:false|no|off|0)$/.test(written)) reading.fields[field] = inverted;
    else recordInvalid(reading, key, 'true or false');
  };
}

function time(
  field: 'scheduledAt' | 'publishedAt' | 'deletedAt' | 'createdAt' | 'updatedAt',
): Reader {
  const nullable = field === 'scheduledAt' || field === 'publishedAt' || field === 'deletedAt';
  return (reading, value, key) => {
    if (value === null) {
      if (nullable) reading.fields[field] = null;
      return;
    }
    const at = readDate(scalarTextOf(value) ?? '');
    if (at === null) recordInvalid(reading, key, 'a date such as 2026-11-21');
    else reading.fields[field] = at;
  };
}

function count(field: 'views' | 'version', minimum: number): Reader {
  return (reading, value, key) => {
    const number = /^\d{1,12}$/.test(scalarTextOf(value) ?? '') ? Number(value) : -1;
    if (number < minimum) recordInvalid(reading, key, 'a whole number');
    else reading.fields[field] = number;
  };
}

/**
 * Parses a date in front matter: a day, a day with time and optional offset, or `March 4, 2026`.
 * Without an offset it is UTC, because pages show the UTC day.
 * @returns milliseconds UTC, or null if it is not a date
 */
export function readDate(text: string): number | null {
  const written = text.trim();
  const match = form.exec(written);
  const time = match ? fromParts(match) : words.test(written) ? Date.parse(`${written} UTC`) : NaN;
  return time >= EARLIEST && time < LATEST ? time : null;
}

function fromParts(match: RegExpExecArray): number {
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const time = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const back = new Date(time);
  // Date.UTC turns February 30 into March 2.
  const real = back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
  return real && hour < 24 && minute < 60 && second < 60 ? time - offsetOf(match[8]) : NaN;
}

/** Returns the offset of `+02:00` from UTC, in milliseconds. */
function offsetOf(text = 'Z'): number {
  if (/^z$/i.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * MINUTE_MS;
}

/** Article of an imported file; omitted fields keep the stored value or take a default. */
export interface ArticleInput extends Omit<ArticleFields, 'image'> {
  title: string;
  /** True if the title comes from the file name, which does not replace a stored one. */
  titleIsInferred: boolean;
  markdown: string;
  media?: Media | null;
  /** Source platform and id of a post. */
  source?: string;
}

/**
 * Parses an article from the text of a file and imports its images.
 * @param file path in `root`
 * @throws InvalidFrontMatterError, FileSkippedError
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
  for (const reference of parsed.urls) {
    const by = await images.importUrl(folder, reference, notes);
    if (by !== null) parts.push({ start: reference.start, end: reference.end, by, text: '' });
  }
  const { image, ...rest } = fields;
  const title = fields.title ?? (heading && shortenTitle(heading.text));
  const input: ArticleInput = {
    ...rest,
    title: title || titleFromFileName(root, file),
    titleIsInferred: !title,
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
  if (!needsTitle && !mayContainUrls.test(body)) return nothing;
  try {
    return withTimeLimit(PARSE_TIME_LIMIT_MS, () => parseMarkdown(body));
  } catch (error) {
    // The renderer decides if the text is acceptable.
    if (!(error instanceof TextTooComplexError)) throw error;
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
