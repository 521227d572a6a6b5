import type { Queryable } from '../../db/database.ts';
import { type ArticleRecord, findArticleById, slugIsTaken } from '../../db/hot/articles.ts';
import {
  type ArticleColumns,
  insertArticle,
  insertArticleSource,
  insertFormerSlug,
  recordSlugChange,
  updateArticle,
} from '../../db/repositories/articles.ts';
import { findUserByEmail } from '../../db/repositories/users.ts';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { seriesColumns } from '../articles/article-columns.ts';
import { enqueuePublish, getArticleFacts } from '../articles/articles.ts';
import { renderMarkdown } from '../articles/render-markdown.ts';
import { createPublicId } from '../identifiers.ts';
import { FileSkippedError, type ImportContext, type ImportedFile } from './import-result.ts';
import type { ArticleInput } from './parse-article.ts';
import {
  type ArticleDifferences,
  type ArticleMatch,
  decidePublicationState,
  findMatch,
  planUpdate,
} from './plan-update.ts';

type StoreContext = Omit<ImportContext, 'config'>;

export interface StoreOptions {
  /** Row id of the author of articles without one. */
  authorId: number;
  /** Handling of existing articles that differ. */
  existing: 'update' | 'keep';
  /** True to overwrite articles that were edited here after the file was written. */
  force: boolean;
  /** Row ids of articles that this import has already used; grows. */
  claimed: Set<number>;
}

type StoreResult = Pick<ImportedFile, 'outcome'> & { slug: string };

/**
 * Creates or updates the article of a file, and enqueues its publication in the same transaction.
 * Unlike an edit, an import can set ids, dates and views, and can leave texts and images empty.
 * @throws FileSkippedError with the reason; DomainError if the text cannot be rendered
 */
export async function storeArticle(
  context: StoreContext,
  input: ArticleInput,
  options: StoreOptions,
  notes: string[],
): Promise<StoreResult> {
  const { database, clock } = context;
  const match = findMatch(database, input, options.claimed);
  const authorId = findAuthor(context, input, notes);
  let rendered: RenderedMarkdown | null = null;
  let store: (query: Queryable) => number;
  if (match.article) {
    const { article } = match;
    const plan = planUpdate(context, article, input, { ...options, authorId });
    if (!plan) {
      options.claimed.add(article.id);
      return { outcome: 'unchanged', slug: article.slug };
    }
    if (plan.columns.markdown !== undefined)
      rendered = await renderMarkdown(context, input.markdown);
    store = (query) => applyPlan(context, query, article, plan, rendered);
  } else {
    const rendering = await renderMarkdown(context, input.markdown);
    const position = { ...match, authorId: authorId ?? options.authorId, now: clock() };
    const labels = { tags: input.tags, categories: input.categories };
    store = (query) => insertArticle(query, newArticleRow(input, position, rendering), labels);
  }
  const { id, job } = await database.write((query) => {
    assertSameMatch(match, findMatch(database, input, options.claimed));
    const before = match.article && getArticleFacts(database, match.article);
    const id = store(query);
    addFormerSlugs(context, query, id, input, notes);
    if (input.source !== undefined)
      insertArticleSource(query, { source: input.source, articleId: id });
    return { id, job: enqueuePublish(context, before, id, context.clock()) };
  });
  options.claimed.add(id);
  if (job !== null) context.publisher.wake(job);
  const outcome = match.article ? 'updated' : 'created';
  const stored = findArticleById(database, id);
  if (stored && isPublic(stored) && stored.mediaId === null) {
    notes.push('The article has no image: readers see a generated cover until you upload one.');
  }
  return { outcome, slug: stored?.slug ?? '' };
}

const isPublic = ({ state }: ArticleRecord) => state !== 'draft' && state !== 'deleted';

function applyPlan(
  context: StoreContext,
  query: Queryable,
  article: ArticleRecord,
  plan: ArticleDifferences,
  rendered: RenderedMarkdown | null,
): number {
  const text = rendered && { html: rendered.html, toc: rendered.toc, words: rendered.words };
  updateArticle(query, article.id, article.version, { ...plan.columns, ...text }, plan.labels);
  const { slug: to } = plan.columns;
  if (to !== undefined) {
    const change = { articleId: article.id, from: article.slug, to, now: context.clock() };
    recordSlugChange(query, change);
  }
  return article.id;
}

function addFormerSlugs(
  context: StoreContext,
  query: Queryable,
  articleId: number,
  input: ArticleInput,
  notes: string[],
): void {
  const currentSlug = findArticleById(context.database, articleId)?.slug;
  for (const { slug, since } of input.formerSlugs ?? []) {
    if (slug === currentSlug) continue;
    if (slugIsTaken(context.database, slug, articleId)) {
      notes.push(`formerSlugs: ${slug} belongs to another article, ignored.`);
    } else {
      insertFormerSlug(query, { slug, articleId, createdAt: since ?? context.clock() });
    }
  }
}

function assertSameMatch(before: ArticleMatch, now: ArticleMatch): void {
  const key = (match: ArticleMatch) =>
    match.article ? `${match.article.id}/${match.article.version}` : match.slug;
  if (key(before) === key(now)) return;
  throw new FileSkippedError('The article was changed at the same time. Please import again.');
}

function findAuthor(context: StoreContext, input: ArticleInput, notes: string[]): number | null {
  if (input.authorEmail === undefined) return null;
  const user = findUserByEmail(context.database.query, input.authorEmail);
  if (!user)
    notes.push(
      `author: ${input.authorEmail} has no account here; the article is assigned to the owner.`,
    );
  return user?.id ?? null;
}

/**
 * Creates the row of a new article, with defaults for omitted fields.
 * @throws FileSkippedError if there is no text to publish
 */
function newArticleRow(
  input: ArticleInput,
  position: { slug: string; publicId: string | null; authorId: number; now: number },
  rendered: RenderedMarkdown,
): ArticleColumns {
  const { slug, authorId, now } = position;
  const publication = decidePublicationState(input, null, now);
  if (!publication.draft && !publication.deletedAt && input.markdown.trim() === '') {
    throw new FileSkippedError('It has no text. Set draft: true to import it as a draft.');
  }
  // A future publication date is not the date of writing.
  const written = Math.min(input.publishedAt ?? now, now);
  return {
    publicId: position.publicId ?? createPublicId(),
    authorId,
    slug,
    title: input.title,
    subtitle: input.subtitle ?? '',
    description: input.description ?? (rendered.excerpt || input.title),
    markdown: input.markdown,
    html: rendered.html,
    toc: rendered.toc,
    words: rendered.words,
    language: input.language ?? 'en',
    ...seriesColumns(input.series ?? null),
    mediaId: input.media?.id ?? null,
    imageAlt: input.imageAlt ?? '',
    linkedin: input.linkedin ?? false,
    dev: input.dev ?? false,
    medium: input.medium ?? false,
    linkedinContent: input.linkedinContent ?? '',
    archived: input.archived ?? false,
    ...publication,
    views: input.views ?? 0,
    version: input.version ?? 1,
    createdAt: input.createdAt ?? written,
    updatedAt: input.updatedAt ?? written,
  };
}
