import { articleCreateRequest } from '#contracts/article.ts';
import type { FrontMatterValue } from './front-matter.ts';

import { readDate } from './front-matter-date.ts';
import type { ArticleFields } from './front-matter-fields.ts';
import { fitToContract } from './front-matter-fit.ts';

/** Fields as far as they are read, and sentences about what was not taken. */
export interface Reading {
  fields: ArticleFields;
  notes: string[];
}
/** Takes one key of front matter over into the fields. */
export type Reader = (reading: Reading, value: FrontMatterValue, key: string) => void;

const contract = articleCreateRequest.shape;
const neverEmpty = new Set(['title', 'language']);
/** As createPublicId makes them. */
const publicIdForm = /^[a-hjkmnp-z2-9]{16}$/;

function textOf(value: FrontMatterValue): string | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : null;
}

function listOf(value: FrontMatterValue): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => textOf(entry)?.trim() || []);
  return (textOf(value) ?? '').split(',').flatMap((entry) => entry.trim() || []);
}

function unread({ notes }: Reading, key: string, wanted: string): void {
  notes.push(`${key}: should be ${wanted}; it was left out.`);
}

export function text(
  field: 'title' | 'subtitle' | 'description' | 'language' | 'imageAlt' | 'linkedinContent',
): Reader {
  return (reading, value, key) => {
    const written = textOf(value);
    // An empty title or language is as good as none; elsewhere empty is something to say.
    if (value === null || (written?.trim() === '' && neverEmpty.has(field))) return;
    if (written === null) return unread(reading, key, 'text');
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
    else unread(reading, key, 'true or false');
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
    if (at === null) unread(reading, key, 'a date such as 2026-11-21');
    else reading.fields[field] = at;
  };
}

export function count(field: 'views' | 'version', least: number): Reader {
  return (reading, value, key) => {
    const number = /^\d{1,12}$/.test(textOf(value) ?? '') ? Number(value) : -1;
    if (number < least) unread(reading, key, 'a whole number');
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
  // The database takes two spellings of a name for the same category.
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
  else reading.notes.push(`${key}: is not an id of this site; it was left out.`);
};

export const author: Reader = (reading, value, key) => {
  const written = textOf(value)?.trim() ?? '';
  if (/^[^\s@]+@[^\s@]+$/.test(written)) reading.fields.authorEmail = written;
  else reading.notes.push(`${key}: authors are known by their e-mail; it was left out.`);
};

export const formerSlugs: Reader = (reading, value) => {
  if (value instanceof Map) {
    reading.fields.formerSlugs = [...value].map(([name, since]) => ({
      slug: String(name),
      since: readDate(textOf(since) ?? ''),
    }));
  } else reading.fields.formerSlugs = listOf(value).map((name) => ({ slug: name, since: null }));
};

/** Jekyll has `published: false`, others a date under that name. */
export const published: Reader = (reading, value, key) => {
  const reader = typeof value === 'boolean' ? flag('draft', true) : time('publishedAt');
  reader(reading, value, key);
};
