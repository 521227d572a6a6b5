import { articleCreateRequest } from '#contracts/article.ts';
import type { FrontMatterValue } from './front-matter.ts';

import { readDate } from './front-matter-date.ts';
import type { ArticleFields } from './front-matter-fields.ts';
import { fitToContract } from './front-matter-fit.ts';

/** Fields read so far, and notes about ignored values. */
export interface Reading {
  fields: ArticleFields;
  notes: string[];
}
/** Reads one key of front matter into the fields. */
export type Reader = (reading: Reading, value: FrontMatterValue, key: string) => void;

const contract = articleCreateRequest.shape;
const neverEmpty = new Set(['title', 'language']);
/** Form of ids from createPublicId. */
const publicIdForm = /^[a-hjkmnp-z2-9]{16}$/;

function textOf(value: FrontMatterValue): string | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : null;
}

function listOf(value: FrontMatterValue): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => textOf(entry)?.trim() || []);
  return (textOf(value) ?? '').split(',').flatMap((entry) => entry.trim() || []);
}

function noteInvalid({ notes }: Reading, key: string, wanted: string): void {
  notes.push(`${key}: should be ${wanted}, ignored.`);
}

export function text(
  field: 'title' | 'subtitle' | 'description' | 'language' | 'imageAlt' | 'linkedinContent',
): Reader {
  return (reading, value, key) => {
    const written = textOf(value);
    // Empty titles and languages are ignored; other fields can be empty.
    if (value === null || (written?.trim() === '' && neverEmpty.has(field))) return;
    if (written === null) return noteInvalid(reading, key, 'text');
    const normalized = field === 'language' ? written.replaceAll('_', '-') : written;
    const fitting = fitToContract(key, contract[field], normalized, reading.notes);
    if (fitting !== undefined) reading.fields[field] = fitting;
  };
}

export function flag(
  field: 'linkedin' | 'dev' | 'medium' | 'draft' | 'archived',
  inverted = false,
): Reader {
  return (reading, value, key) => {
    if (value === null) return;
    const written = (textOf(value) ?? '').toLowerCase();
    if (/^(?:true|yes|on|1)$/.test(written)) reading.fields[field] = !inverted;
    else if (/^(?:false|no|off|0)$/.test(written)) reading.fields[field] = inverted;
    else noteInvalid(reading, key, 'true or false');
  };
}

export function time(
  field: 'scheduledAt' | 'publishedAt' | 'deletedAt' | 'createdAt' | 'updatedAt',
): Reader {
  const nullable = field === 'scheduledAt' || field === 'publishedAt' || field === 'deletedAt';
  return (reading, value, key) => {
    if (value === null) {
      if (nullable) reading.fields[field] = null;
      return;
    }
    const at = readDate(textOf(value) ?? '');
    if (at === null) noteInvalid(reading, key, 'a date such as 2026-11-21');
    else reading.fields[field] = at;
  };
}

export function count(field: 'views' | 'version', minimum: number): Reader {
  return (reading, value, key) => {
    const number = /^\d{1,12}$/.test(textOf(value) ?? '') ? Number(value) : -1;
    if (number < minimum) noteInvalid(reading, key, 'a whole number');
    else reading.fields[field] = number;
  };
}

export const tags: Reader = (reading, value, key) => {
  const fitting = fitToContract(key, contract.tags, listOf(value), reading.notes);
  if (fitting) reading.fields.tags = [...new Set(fitting)];
};

export const categories: Reader = (reading, value, key) => {
  const fitting = fitToContract(key, contract.categories, listOf(value), reading.notes);
  if (!fitting) return;
  // Category names are case-insensitive in the database.
  const names = fitting.map((name) => name.toLowerCase());
  reading.fields.categories = fitting.filter((_, at) => names.indexOf(names[at] ?? '') === at);
};

export const series: Reader = (reading, value, key) => {
  const name = Array.isArray(value) ? listOf(value)[0] : textOf(value);
  const fitting = fitToContract(key, contract.series, name?.trim() || null, reading.notes);
  if (fitting !== undefined) reading.fields.series = fitting;
};

export const image: Reader = (reading, value, key) => {
  if (value instanceof Map) {
    const inner = ['image', 'src', 'url', 'path'].map((name) => value.get(name)).find(Boolean);
    if (inner !== undefined) image(reading, inner, key);
    const alt = value.get('alt');
    if (alt !== undefined) text('imageAlt')(reading, alt, `${key}.alt`);
    return;
  }
  const first = Array.isArray(value) ? (value[0] ?? null) : value;
  if (first instanceof Map) return image(reading, first, key);
  reading.fields.image = textOf(first)?.trim() || null;
};

export const slug: Reader = (reading, value, key) => {
  const written = textOf(value)?.trim();
  if (written) reading.fields.slug = fitToContract(key, contract.slug, written, reading.notes);
};

export const id: Reader = (reading, value, key) => {
  const written = textOf(value) ?? '';
  if (publicIdForm.test(written)) reading.fields.publicId = written;
  else reading.notes.push(`${key}: is not an id of this site, ignored.`);
};

export const author: Reader = (reading, value, key) => {
  const written = textOf(value)?.trim() ?? '';
  if (/^[^\s@]+@[^\s@]+$/.test(written)) reading.fields.authorEmail = written;
  else reading.notes.push(`${key}: authors are identified by their email address, ignored.`);
};

export const formerSlugs: Reader = (reading, value) => {
  if (value instanceof Map) {
    reading.fields.formerSlugs = [...value].map(([name, since]) => ({
      slug: String(name),
      since: readDate(textOf(since) ?? ''),
    }));
  } else reading.fields.formerSlugs = listOf(value).map((name) => ({ slug: name, since: null }));
};

/** Reads `published`: `false` in Jekyll, a date elsewhere. */
export const published: Reader = (reading, value, key) => {
  const reader = typeof value === 'boolean' ? flag('draft', true) : time('publishedAt');
  reader(reading, value, key);
};
