import { z } from 'zod';
import { type FrontMatter, type FrontMatterValue, readFrontMatter } from '../front-matter.ts';
import { FileSkipped } from '../report.ts';
import type { ForeignPost, PostReader } from './foreign-post.ts';
import { readLiquid } from './liquid.ts';

const text = z.string().nullish();

/** What of an article in `articles.json` is read; Forem's exporter writes about thirty fields. */
const devToArticle = z.object({
  body_markdown: z.string(),
  title: z.string(),
  slug: z.string(),
  path: text,
  description: text,
  published: z.boolean().nullish(),
  published_at: text,
  created_at: text,
  edited_at: text,
  main_image: text,
  canonical_url: text,
  cached_tag_list: text,
  language: text,
});

/** Whether a document is what dev.to calls `articles.json`. */
export function isDevToExport(document: unknown): document is unknown[] {
  const first: unknown = Array.isArray(document) ? document[0] : undefined;
  return typeof first === 'object' && first !== null && 'body_markdown' in first;
}

/** The articles of a dev.to export, in their order. */
export function devToPosts(document: unknown[]): PostReader[] {
  return document.map((entry, at) => ({
    name: nameOf(entry, at),
    read: async () => readPost(nameOf(entry, at), entry),
  }));
}

function nameOf(entry: unknown, at: number): string {
  const { slug } = Object(entry) as { slug?: unknown };
  return typeof slug === 'string' ? slug.slice(0, 200) : `article ${at + 1}`;
}

function readPost(name: string, entry: unknown): ForeignPost {
  const parsed = devToArticle.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new FileSkipped(`It is not as dev.to writes it: ${issue?.path.join('.')} is missing.`);
  }
  const article = parsed.data;
  const notes: string[] = [];
  // The older editor of dev.to has the fields above the text, and reads them from there.
  const written = readFrontMatter(article.body_markdown);
  const fields: [string, FrontMatterValue | undefined][] = [
    ['title', article.title],
    ['description', article.description ?? undefined],
    ['draft', article.published !== true],
    ['date', article.published_at ?? undefined],
    ['created', article.created_at ?? undefined],
    ['updated', article.edited_at ?? article.published_at ?? article.created_at ?? undefined],
    ['tags', article.cached_tag_list ?? written.matter.get('tags') ?? undefined],
    ['language', article.language ?? undefined],
    ['series', written.matter.get('series') ?? undefined],
  ];
  const matter: FrontMatter = new Map(
    fields.filter((field): field is [string, FrontMatterValue] => field[1] !== undefined),
  );
  return {
    name,
    source: `dev.to:${article.path ?? article.slug}`,
    matter,
    markdown: readLiquid(written.body, notes),
    cover: article.main_image || textOf(written.matter.get('cover_image')),
    canonical: foreignCanonical(article.canonical_url),
    notes,
  };
}

function textOf(value: FrontMatterValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function foreignCanonical(address: string | null | undefined): string | null {
  if (!address) return null;
  return URL.parse(address)?.hostname === 'dev.to' ? null : address;
}
