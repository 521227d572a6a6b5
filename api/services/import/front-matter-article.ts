import type { FrontMatter } from './front-matter.ts';
import * as read from './front-matter-readers.ts';

/** Readers by key, in lower case without `_` and `-`; includes keys of common generators. */
const readers = new Map<string, read.Reader>([
  ['id', read.id],
  ...named(read.text('title'), 'title'),
  ...named(read.text('subtitle'), 'subtitle', 'tagline'),
  ...named(read.text('description'), 'description', 'summary', 'excerpt'),
  ...named(
    read.time('publishedAt'),
    'date',
    'publishdate',
    'pubdate',
    'publishedat',
    'pubdatetime',
  ),
  ...named(read.published, 'published'),
  ...named(read.time('createdAt'), 'created', 'createdat'),
  ...named(read.time('updatedAt'), 'updated', 'updatedat', 'updateddate', 'lastmod', 'modified'),
  ...named(read.time('scheduledAt'), 'scheduled', 'scheduleddate'),
  ...named(read.time('deletedAt'), 'deleted'),
  ...named(read.flag('draft'), 'draft'),
  ...named(read.flag('archived'), 'archived', 'archive'),
  ...named(read.slug, 'slug'),
  ...named(read.formerSlugs, 'formerslugs'),
  ...named(read.text('language'), 'language', 'lang', 'locale'),
  ...named(read.categories, 'category', 'categories'),
  ...named(read.tags, 'tags', 'tag'),
  ...named(read.series, 'series'),
  ...named(
    read.image,
    'image',
    'cover',
    'thumbnail',
    'heroimage',
    'featuredimage',
    'coverimage',
    'banner',
  ),
  ...named(read.text('imageAlt'), 'imagealt', 'coveralt', 'heroimagealt', 'alt'),
  ...named(read.flag('linkedin'), 'linkedin'),
  ...named(read.flag('dev'), 'dev'),
  ...named(read.flag('medium'), 'medium'),
  ...named(read.text('linkedinContent'), 'linkedincontent'),
  ...named(read.count('views', 0), 'views'),
  ...named(read.count('version', 1), 'version'),
  ...named(read.author, 'author'),
]);

function named(reader: read.Reader, ...names: string[]): [string, read.Reader][] {
  return names.map((name) => [name, reader]);
}

/** Reads the article fields from front matter; `notes` lists what was ignored. */
export function readArticleFields(matter: FrontMatter): read.Reading {
  const reading: read.Reading = { fields: {}, notes: [] };
  for (const [key, value] of matter) {
    const reader = readers.get(key.toLowerCase().replace(/[-_ ]/g, ''));
    if (reader) reader(reading, value, key);
    else reading.notes.push(`${key.slice(0, 60)}: unknown field, ignored.`);
  }
  return reading;
}
