import { fromMarkdown } from 'mdast-util-from-markdown';
import { visit } from 'unist-util-visit';
import { z } from 'zod';
import { type FrontMatter, type FrontMatterValue, readFrontMatter } from '../front-matter.ts';
import { FileSkippedError } from '../import-result.ts';
import { PARSE_TIME_LIMIT_MS, TextTooComplexError, withTimeLimit } from '../parse-markdown.ts';
import type { PostReader, SourcePost } from './archive-files.ts';

const tag = /\{%((?:[^%{\n]|%(?!\})|\{(?!%))+)%\}/g;

/** URLs of embedded pages, by tag. */
const embedUrls: Record<string, (word: string) => string | null> = {
  embed: (word) => word,
  link: (word) => (word.startsWith('http') ? word : `https://dev.to/${word.replace(/^\//, '')}`),
  post: (word) => embedUrls.link?.(word) ?? null,
  youtube: (word) => (word.startsWith('http') ? word : `https://www.youtube.com/watch?v=${word}`),
  vimeo: (word) => (word.startsWith('http') ? word : `https://vimeo.com/${word}`),
  github: (word) => (word.startsWith('http') ? word : `https://github.com/${word}`),
  gist: (word) => word,
  twitter: (word) => `https://twitter.com/i/status/${word}`,
  tweet: (word) => `https://twitter.com/i/status/${word}`,
  user: (word) => `https://dev.to/${word}`,
  organization: (word) => `https://dev.to/${word}`,
  tag: (word) => `https://dev.to/t/${word}`,
  codepen: (word) => word,
  codesandbox: (word) => `https://codesandbox.io/s/${word}`,
  stackblitz: (word) => `https://stackblitz.com/edit/${word}`,
  replit: (word) => `https://replit.com/${word}`,
  jsfiddle: (word) => word,
  glitch: (word) => `https://glitch.com/edit/#!/${word}`,
  instagram: (word) => `https://www.instagram.com/p/${word}`,
  spotify: (word) => word,
  speakerdeck: (word) => `https://speakerdeck.com/player/${word}`,
  slideshare: (word) => `https://www.slideshare.net/slideshow/embed_code/key/${word}`,
  wikipedia: (word) => word,
  medium: (word) => word,
  stackoverflow: (word) => `https://stackoverflow.com/questions/${word}`,
};

/** Markdown of tags that enclose text. */
const wrappers: Record<string, (word: string) => string> = {
  details: (word) => `**${word}**`,
  collapsible: (word) => `**${word}**`,
  spoiler: (word) => `**${word}**`,
  cta: (word) => `<${word}>`,
  card: () => '',
  katex: () => '',
  runkit: () => '',
};

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

function externalCanonical(url: string | null | undefined): string | null {
  if (!url) return null;
  return URL.parse(url)?.hostname === 'dev.to' ? null : url;
}

/** Converts the tags of dev.to: embeds become links, enclosed text stays, and code is unchanged. */
function convertLiquidTags(markdown: string, notes: string[]): string {
  if (!markdown.includes('{%')) return markdown;
  const code = findCodeRanges(markdown);
  return markdown.replace(tag, (written: string, inside: string, at: number) => {
    const [name = '', ...words] = inside.replace(/^-|-$/g, '').trim().split(/\s+/);
    if (name === 'raw' || name === 'endraw') return '';
    if (code.some(({ start, end }) => at >= start && at < end)) return written;
    return convertTag(name, words.join(' '), notes) ?? written;
  });
}

function convertTag(name: string, words: string, notes: string[]): string | null {
  const opening = name.replace(/^end/, '');
  const frame = Object.hasOwn(wrappers, opening) ? wrappers[opening] : undefined;
  if (frame) {
    if (name !== opening) return '';
    notes.push(`{% ${name} %} was removed; its content was kept.`);
    return frame(words);
  }
  const [word = ''] = words.split(/\s/);
  const page = Object.hasOwn(embedUrls, name) && word !== '' ? embedUrls[name]?.(word) : null;
  if (page && /^https?:\/\/[^\s<>]+$/.test(page)) {
    notes.push(`{% ${name} %} became a link: ${page}`);
    return `<${page}>`;
  }
  notes.push(`{% ${name} ${words} %} is specific to dev.to and was kept as text.`);
  return null;
}

function findCodeRanges(markdown: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  try {
    const tree = withTimeLimit(PARSE_TIME_LIMIT_MS, () => fromMarkdown(markdown));
    visit(tree, ['code', 'inlineCode'], ({ position }) => {
      const start = position?.start.offset ?? 0;
      places.push({ start, end: position?.end.offset ?? start });
    });
  } catch (error) {
    if (!(error instanceof TextTooComplexError)) throw error;
    throw new FileSkippedError('The text is too deeply nested to be imported.', { cause: error });
  }
  return places;
}
