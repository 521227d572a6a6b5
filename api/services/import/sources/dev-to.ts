import { z } from 'zod';
import { type FrontMatter, type FrontMatterValue, readFrontMatter } from '../front-matter.ts';
import { FileSkippedError } from '../import-result.ts';
import { convertLiquidTags } from './liquid-tags.ts';
import type { PostReader, SourcePost } from './source-post.ts';

const text = z.string().nullish();

/** Fields of an article in `articles.json` that the import uses. */
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

/** True if a document is an `articles.json` of dev.to. */
export function isDevToExport(document: unknown): document is unknown[] {
  const first: unknown = Array.isArray(document) ? document[0] : undefined;
  return typeof first === 'object' && first !== null && 'body_markdown' in first;
}

/** Returns the articles of a dev.to export in order. */
export function listDevToPosts(document: unknown[]): PostReader[] {
  return document.map((entry, at) => ({
    name: postName(entry, at),
    read: async () => readPost(postName(entry, at), entry),
  }));
}

function postName(entry: unknown, at: number): string {
  const { slug } = Object(entry) as { slug?: unknown };
  return typeof slug === 'string' ? slug.slice(0, 200) : `article ${at + 1}`;
}

function readPost(name: string, entry: unknown): SourcePost {
  const parsed = devToArticle.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new FileSkippedError(
      `This is not a valid dev.to export: ${issue?.path.join('.')} is missing.`,
    );
  }
  const article = parsed.data;
  const notes: string[] = [];
  // Articles of the old dev.to editor contain front matter.
  const parsedText = readFrontMatter(article.body_markdown);
  const fields: [string, FrontMatterValue | undefined][] = [
    ['title', article.title],
    ['description', article.description ?? undefined],
    ['draft', article.published !== true],
    ['date', article.published_at ?? undefined],
    ['created', article.created_at ?? undefined],
    ['updated', article.edited_at ?? article.published_at ?? article.created_at ?? undefined],
    ['tags', article.cached_tag_list ?? parsedText.matter.get('tags') ?? undefined],
    ['language', article.language ?? undefined],
    ['series', parsedText.matter.get('series') ?? undefined],
  ];
  const matter: FrontMatter = new Map(
    fields.filter((field): field is [string, FrontMatterValue] => field[1] !== undefined),
  );
  return {
    name,
    source: `dev.to:${article.path ?? article.slug}`,
    matter,
    markdown: convertLiquidTags(parsedText.body, notes),
    cover: article.main_image || nonEmptyText(parsedText.matter.get('cover_image')),
    canonical: externalCanonical(article.canonical_url),
    notes,
  };
}

function nonEmptyText(value: FrontMatterValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function externalCanonical(address: string | null | undefined): string | null {
  if (!address) return null;
  return URL.parse(address)?.hostname === 'dev.to' ? null : address;
}
