import type { Queryable } from '../../db/client.ts';
import { insertArticleSource } from '../../db/repositories/article-sources.ts';
import {
  insertArticle,
  recordSlugChange,
  updateArticle,
} from '../../db/repositories/article-writes.ts';
import {
  type ArticleRecord,
  findArticleById,
  slugIsTaken,
} from '../../db/repositories/articles.ts';
import { insertFormerSlug } from '../../db/repositories/former-slugs.ts';
import { findUserByEmail } from '../../db/repositories/users.ts';
import type { RenderedMarkdown } from '../../markdown/markdown-service.ts';
import { factsOf } from '../articles/facts.ts';
import { enqueuePublish } from '../articles/publishing.ts';
import { renderMarkdown } from '../articles/text.ts';
import type { ImportContext } from './context.ts';
import type { Differences } from './differences.ts';
import { type Match, matchOf } from './match.ts';
import { newArticleRow } from './new-article.ts';
import { planUpdate } from './plan.ts';
import { FileSkipped, type ImportedFile } from './report.ts';
import type { ArticleWish } from './wish.ts';

type StoreContext = Omit<ImportContext, 'config'>;

export interface StoreOptions {
  /** Row id of the author of articles that name none. */
  authorId: number;
  /** What happens to an article that is there and differs. */
  existing: 'update' | 'keep';
  /** Overwrites articles that were changed here after the file was written. */
  force: boolean;
  /** Row ids of articles that files of this import have; grows. */
  claimed: Set<number>;
}

type Stored = Pick<ImportedFile, 'outcome'> & { slug: string };

/**
 * Stores what a file wants, in one transaction with the wish to publish it. Unlike an edit it may
 * set what the site otherwise decides: id, dates, views, texts that are empty, and no image.
 * @throws FileSkipped with the reason; DomainError when the text cannot be rendered
 */
export async function storeWish(
  context: StoreContext,
  wish: ArticleWish,
  options: StoreOptions,
  notes: string[],
): Promise<Stored> {
  const { database, clock } = context;
  const match = matchOf(database, wish, options.claimed);
  const authorId = findAuthor(context, wish, notes);
  let rendered: RenderedMarkdown | null = null;
  let store: (query: Queryable) => number;
  if (match.article) {
    const { article } = match;
    const plan = planUpdate(context, article, wish, { ...options, authorId });
    if (!plan) {
      options.claimed.add(article.id);
      return { outcome: 'unchanged', slug: article.slug };
    }
    if (plan.columns.markdown !== undefined)
      rendered = await renderMarkdown(context, wish.markdown);
    store = (query) => applyPlan(context, query, article, plan, rendered);
  } else {
    const rendering = await renderMarkdown(context, wish.markdown);
    const place = { ...match, authorId: authorId ?? options.authorId, now: clock() };
    const labels = { tags: wish.tags, categories: wish.categories };
    store = (query) => insertArticle(query, newArticleRow(wish, place, rendering), labels);
  }
  const { id, job } = await database.write((query) => {
    requireSameMatch(match, matchOf(database, wish, options.claimed));
    const before = match.article && factsOf(database, match.article);
    const id = store(query);
    addFormerSlugs(context, query, id, wish, notes);
    if (wish.source !== undefined)
      insertArticleSource(query, { source: wish.source, articleId: id });
    return { id, job: enqueuePublish(context, before, id, context.clock()) };
  });
  options.claimed.add(id);
  if (job !== null) context.publisher.wake(job);
  const outcome = match.article ? 'updated' : 'created';
  const stored = findArticleById(database, id);
  if (stored && isForReaders(stored) && stored.mediaId === null) {
    notes.push('It has no image: readers see a generated cover until you upload one.');
  }
  return { outcome, slug: stored?.slug ?? '' };
}

const isForReaders = ({ state }: ArticleRecord) => state !== 'draft' && state !== 'deleted';

function applyPlan(
  context: StoreContext,
  query: Queryable,
  article: ArticleRecord,
  plan: Differences,
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
  wish: ArticleWish,
  notes: string[],
): void {
  const present = findArticleById(context.database, articleId)?.slug;
  for (const { slug, since } of wish.formerSlugs ?? []) {
    if (slug === present) continue;
    if (slugIsTaken(context.database, slug, articleId)) {
      notes.push(`formerSlugs: ${slug} belongs to another article; it was left out.`);
    } else {
      insertFormerSlug(query, { slug, articleId, createdAt: since ?? context.clock() });
    }
  }
}

function requireSameMatch(before: Match, now: Match): void {
  const key = (match: Match) =>
    match.article ? `${match.article.id}/${match.article.version}` : match.slug;
  if (key(before) === key(now)) return;
  throw new FileSkipped('Its article was changed at the same moment; import once more.');
}

function findAuthor(context: StoreContext, wish: ArticleWish, notes: string[]): number | null {
  if (wish.authorEmail === undefined) return null;
  const user = findUserByEmail(context.database.query, wish.authorEmail);
  if (!user)
    notes.push(`author: ${wish.authorEmail} has no account here; the owner takes it over.`);
  return user?.id ?? null;
}
