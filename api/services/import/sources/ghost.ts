import type { Root } from 'hast';
import { z } from 'zod';
import type { FrontMatter, FrontMatterValue } from '../front-matter.ts';
import { FileSkippedError } from '../import-result.ts';
import type { PostReader, SourcePost } from './archive-files.ts';
import { lexicalTree, mobiledocTree } from './ghost-documents.ts';
import { htmlToMarkdown, parseHtml, type SourceContext } from './html-to-markdown.ts';

/** Text in one or several formats of Ghost versions. */
interface GhostText {
  html?: string | null | undefined;
  lexical?: string | null | undefined;
  mobiledoc?: string | null | undefined;
}

const markdownCard = z.tuple([
  z.enum(['markdown', 'card-markdown']),
  z.object({ markdown: z.string() }),
]);

const id = z.union([z.string(), z.number()]).transform(String);
const text = z.string().nullish();
/** Times are text, or milliseconds in early Ghost versions. */
const time = z.union([z.string(), z.number()]).nullish();

const ghostPost = z.object({
  id,
  uuid: text,
  title: z.string(),
  slug: z.string(),
  html: text,
  lexical: text,
  mobiledoc: text,
  feature_image: text,
  type: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: text,
  visibility: text,
  locale: text,
  custom_excerpt: text,
  meta_description: text,
  canonical_url: text,
  codeinjection_head: text,
  codeinjection_foot: text,
  created_at: time,
  updated_at: time,
  published_at: time,
});
type GhostPost = z.infer<typeof ghostPost>;

const rows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((list) => list ?? []);

/** Tables of an export that the import uses; posts are validated one by one. */
const ghostData = z.object({
  posts: z.array(z.unknown()),
  tags: rows(z.object({ id, name: z.string(), visibility: text })),
  posts_tags: rows(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })),
  users: rows(z.object({ id, name: text, email: text })),
  posts_authors: rows(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish() })),
  posts_meta: rows(z.object({ post_id: id, meta_description: text, feature_image_alt: text })),
});
type GhostData = z.infer<typeof ghostData>;

const bare = z.object({ meta: z.object({ version: z.string() }), data: ghostData });
const wrapped = z.object({ db: z.array(bare).min(1) });

/** Returns the tables of a Ghost export, or null for other documents. */
export function readGhostExport(document: unknown): GhostData | null {
  const found = wrapped.safeParse(document).data?.db[0] ?? bare.safeParse(document).data;
  return found?.data ?? null;
}

/** Returns the posts of a Ghost export in order. */
export function listGhostPosts(data: GhostData, source: SourceContext): PostReader[] {
  const slugs = new Set(data.posts.map(postSlug).filter((slug) => slug !== null));
  const ghostSource = { ...source, linkTo: (url: string) => resolveLink(url, slugs) };
  return data.posts.map((entry, at) => {
    const name = postSlug(entry) ?? `post ${at + 1}`;
    return { name, read: async () => readPost(name, entry, data, ghostSource) };
  });
}

function postSlug(entry: unknown): string | null {
  const { slug } = Object(entry) as { slug?: unknown };
  return typeof slug === 'string' && slug !== '' ? slug.slice(0, 200) : null;
}

/** Resolves `__GHOST_URL__/slug/`, a link to another post of the same blog. */
function resolveLink(url: string, slugs: ReadonlySet<string>): string {
  if (!url.startsWith('__GHOST_URL__')) return url;
  const path = url.slice('__GHOST_URL__'.length);
  const slug = /^\/([^/?#]+)\/?(?=[?#]|$)/.exec(path)?.[1];
  return slug !== undefined && slugs.has(slug) ? `/blog/${slug}` : path || '/';
}

function readPost(
  name: string,
  entry: unknown,
  data: GhostData,
  source: SourceContext,
): SourcePost {
  const parsed = ghostPost.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new FileSkippedError(
      `This is not a valid Ghost export: ${issue?.path.join('.')} is wrong.`,
    );
  }
  const post = parsed.data;
  const notes: string[] = [];
  const tags = listTags(post, data);
  const meta = data.posts_meta.find((row) => row.post_id === post.id);
  const markdown = readGhostText(post, source, notes);
  const fields: [string, FrontMatterValue | null | undefined][] = [
    ['title', post.title],
    ['slug', post.slug],
    ['description', post.custom_excerpt || meta?.meta_description || post.meta_description],
    ['draft', isDraft(post, notes)],
    ['date', toIsoTime(post.published_at)],
    ['created', toIsoTime(post.created_at)],
    ['updated', toIsoTime(post.updated_at)],
    ['tags', tags],
    ['categories', tags.slice(0, 1)],
    ['language', post.locale],
    ['imageAlt', post.feature_image ? meta?.feature_image_alt : null],
    ['author', findAuthorEmail(post, data, notes)],
  ];
  if (post.codeinjection_head || post.codeinjection_foot) {
    notes.push('Injected code was ignored.');
  }
  const matter: FrontMatter = new Map(
    fields.filter((field): field is [string, FrontMatterValue] => Boolean(field[1]?.toString())),
  );
  matter.set('draft', matter.get('draft') ?? false);
  return {
    name,
    // Numeric ids of early Ghost versions are not unique across blogs.
    source: `ghost:${post.uuid ?? `${post.id}:${post.slug}`}`,
    matter,
    markdown,
    cover: post.feature_image ?? null,
    canonical: post.canonical_url?.startsWith('__GHOST_URL__')
      ? null
      : (post.canonical_url ?? null),
    notes,
  };
}

/** True if the post was not public; an import must not publish it. */
function isDraft(post: GhostPost, notes: string[]): boolean {
  if (post.type === 'page' || post.page === true || post.page === 1) {
    notes.push('This was a page, not a post; imported as a draft.');
    return true;
  }
  if (post.status === 'sent') {
    notes.push('This was sent as a newsletter and never published; imported as a draft.');
    return true;
  }
  const open = post.visibility ?? 'public';
  if (open !== 'public' && post.status !== 'draft') {
    notes.push(`This was for readers of type “${open}”; imported as a draft.`);
    return true;
  }
  return post.status !== 'published' && post.status !== 'scheduled';
}

/** Returns the tags in order, without Ghost's internal tags, which begin with #. */
function listTags(post: GhostPost, { tags, posts_tags: links }: GhostData): string[] {
  const names = new Map(tags.map((tag) => [tag.id, tag]));
  return links
    .filter((link) => link.post_id === post.id)
    .sort((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0))
    .flatMap((link) => names.get(link.tag_id) ?? [])
    .filter((tag) => tag.visibility !== 'internal' && !tag.name.startsWith('#'))
    .map((tag) => tag.name);
}

function findAuthorEmail(post: GhostPost, data: GhostData, notes: string[]): string | null {
  const [first, ...others] = data.posts_authors
    .filter((link) => link.post_id === post.id)
    .sort((one, other) => (one.sort_order ?? 0) - (other.sort_order ?? 0))
    .flatMap((link) => data.users.find((user) => user.id === link.author_id) ?? []);
  if (others.length > 0) {
    const names = others.map((user) => user.name ?? 'an unnamed author');
    notes.push(`An article has one author; ignored: ${names.join(', ')}.`);
  }
  return first?.email ?? null;
}

function toIsoTime(value: string | number | null | undefined): string | null {
  if (typeof value !== 'number') return value ?? null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Converts the text of a post to Markdown: unchanged from a Markdown card, else from HTML, Lexical or Mobiledoc. */
function readGhostText(post: GhostText, source: SourceContext, notes: string[]): string {
  const document = parseOptionalJson(post.mobiledoc);
  const markdown = readMarkdownCard(document);
  if (markdown !== null) return markdown;
  const convert = (tree: Root) => htmlToMarkdown(tree, source, notes);
  if (post.html?.trim()) return convert(parseHtml(post.html));
  if (post.lexical?.trim()) {
    const tree = lexicalTree(parseOptionalJson(post.lexical), notes);
    if (tree) return convert(tree);
  }
  if (post.mobiledoc?.trim()) {
    const tree = mobiledocTree(document, notes);
    if (tree) return convert(tree);
  }
  if (post.lexical || post.mobiledoc) {
    throw new FileSkippedError('The text has an unknown Ghost format.');
  }
  return '';
}

function readMarkdownCard(document: unknown): string | null {
  const { cards, sections } = Object(document) as { cards?: unknown; sections?: unknown };
  if (!Array.isArray(cards) || !Array.isArray(sections) || cards.length !== 1) return null;
  if (!sections.every(isCardOrEmpty)) return null;
  return markdownCard.safeParse(cards[0]).data?.[1].markdown ?? null;
}

/** True for the card section and empty paragraphs. */
function isCardOrEmpty(section: unknown): boolean {
  if (!Array.isArray(section)) return false;
  return section[0] === 10 || (section[0] === 1 && JSON.stringify(section[2]) === '[]');
}

function parseOptionalJson(written: string | null | undefined): unknown {
  if (!written?.trim()) return null;
  try {
    return JSON.parse(written);
  } catch {
    // Another format may be valid; otherwise the post is skipped with a message.
    return null;
  }
}
