import type { AppContext } from '../context.ts';
import type { Queryable } from '../db/client.ts';
import { insertArticle, recordSlugChange, updateArticle } from '../db/repositories/article-writes.ts';
import {
  type ArticleRecord,
  findArticleById,
  listFormerSlugs,
  slugIsTaken,
} from '../db/repositories/articles.ts';
import { insertFormerSlug } from '../db/repositories/former-slugs.ts';
import { enqueueJob } from '../db/repositories/jobs.ts';
import { findUserByEmail } from '../db/repositories/users.ts';
import type { PublishPayload } from '#contracts/job.ts';
import { factsOf } from './article-facts.ts';
import { renderMarkdown } from './articles.ts';
import { differencesOf, isNothing, seriesColumns } from './import-differences.ts';
import { type Match, matchArticle } from './import-match.ts';
import { FileSkipped, type ImportedFile } from './import-report.ts';
import { decideAppearance } from './import-times.ts';
import type { ArticleWish } from './import-wish.ts';
import { createPublicId } from './public-id.ts';

type StoreContext = Pick<AppContext, 'database' | 'clock' | 'markdown' | 'publisher'>;

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
 * set what the site otherwise decides: id, dates, views, and texts that are empty.
 * @throws FileSkipped with the reason; DomainError when the text cannot be rendered
 */
export async function storeWish(
  context: StoreContext,
  wish: ArticleWish,
  options: StoreOptions,
  notes: string[],
): Promise<Stored> {
  const match = matchArticle(context.database, wish, options.claimed);
  const author = findAuthor(context, wish, notes);
  const plan = match.article ? planUpdate(context, match.article, wish, options, author) : null;
  const claim = (id: number) => void options.claimed.add(id);
  if (match.article && !plan) {
    claim(match.article.id);
    return { outcome: 'unchanged', slug: match.article.slug };
  }
  const changesText = match.article?.markdown !== wish.markdown;
  const rendered = changesText ? await renderMarkdown(context, wish.markdown) : null;
  const text = rendered && { html: rendered.html, toc: rendered.toc, words: rendered.words };
  const { articleId, job } = await context.database.write((query) => {
    requireSameMatch(match, matchArticle(context.database, wish, options.claimed));
    const before = match.article && factsOf(context.database, match.article);
    let articleId: number;
    if (match.article && plan) {
      articleId = match.article.id;
      updateArticle(query, articleId, match.article.version, { ...plan.columns, ...text }, plan.labels);
      renameTo(context, query, match, wish);
    } else {
      const defaults = { ...text, excerpt: rendered?.excerpt ?? '' };
      articleId = insertWish(context, query, wish, match, author ?? options.authorId, defaults);
    }
    const formerSlugs = (plan ?? wish).formerSlugs ?? [];
    for (const { slug, since } of formerSlugs) {
      if (slugIsTaken(context.database, slug, articleId)) {
        notes.push(`formerSlugs: ${slug} is the address of another article; it was left out.`);
      } else {
        insertFormerSlug(query, { slug, articleId, createdAt: since ?? context.clock() });
      }
    }
    return { articleId, job: enqueuePublish(context, query, before, articleId) };
  });
  claim(articleId);
  if (job !== null) context.publisher.wake(job);
  const slug = findArticleById(context.database, articleId)?.slug ?? '';
  return { outcome: match.article ? 'updated' : 'created', slug };
}

function planUpdate(
  context: StoreContext,
  stored: ArticleRecord,
  wish: ArticleWish,
  options: StoreOptions,
  author: number | null,
) {
  if (options.existing === 'keep') return null;
  if (stored.state === 'deleted' && wish.deletedAt === undefined) {
    throw new FileSkipped('Its article is in the bin here; take it out or empty the bin first.');
  }
  const now = context.clock();
  const appearance = decideAppearance(wish, stored, now);
  const former = listFormerSlugs(context.database, stored.id);
  const differences = differencesOf(stored, wish, appearance, former, author);
  const renamed = isRenamed(context, stored, wish);
  if (isNothing(differences) && !renamed) return null;
  const { updatedAt = stored.updatedAt } = wish;
  if (updatedAt < stored.updatedAt && !options.force) {
    throw new FileSkipped('Its article was changed here since; FORCE=1 overwrites it.');
  }
  differences.columns.updatedAt = updatedAt > stored.updatedAt ? updatedAt : now;
  return differences;
}

/** Only a file that carries the id moves its article; otherwise the slug is how it was found. */
function isRenamed(context: StoreContext, stored: ArticleRecord, wish: ArticleWish): boolean {
  if (wish.publicId !== stored.publicId || !wish.slug || wish.slug === stored.slug) return false;
  return !slugIsTaken(context.database, wish.slug, stored.id);
}

function renameTo(context: StoreContext, query: Queryable, match: Match, wish: ArticleWish): void {
  if (!match.article || !wish.slug || !isRenamed(context, match.article, wish)) return;
  const { id, slug: from, version } = match.article;
  updateArticle(query, id, version + 1, { slug: wish.slug });
  recordSlugChange(query, { articleId: id, from, to: wish.slug, now: context.clock() });
}

function requireSameMatch(before: Match, now: Match): void {
  const key = (match: Match) =>
    match.article ? `${match.article.id}/${match.article.version}` : match.slug;
  if (key(before) === key(now)) return;
  throw new FileSkipped('Its article was changed at the same moment; import once more.');
}

function insertWish(
  context: StoreContext,
  query: Queryable,
  wish: ArticleWish,
  match: Match,
  authorId: number,
  defaults: { html?: string; toc?: ArticleRecord['toc']; words?: number; excerpt: string },
): number {
  if (match.article) throw new TypeError('There is such an article already.');
  const now = context.clock();
  const appearance = decideAppearance(wish, null, now);
  if (!appearance.draft && !appearance.deletedAt && wish.markdown.trim() === '') {
    throw new FileSkipped('It has no text; say draft: true to keep it as a draft.');
  }
  // A date to come is no date on which anything was written.
  const written = Math.min(wish.publishedAt ?? now, now);
  const row = {
    publicId: match.publicId ?? createPublicId(),
    authorId,
    title: wish.title,
    subtitle: wish.subtitle ?? '',
    description: wish.description ?? (defaults.excerpt || wish.title),
    markdown: wish.markdown,
    html: defaults.html ?? '',
    toc: defaults.toc ?? [],
    words: defaults.words ?? 0,
    language: wish.language ?? 'en',
    slug: match.slug,
    ...seriesColumns(wish.series ?? null),
    mediaId: wish.media?.id ?? null,
    imageAlt: wish.imageAlt ?? '',
    linkedin: wish.linkedin ?? false,
    dev: wish.dev ?? false,
    medium: wish.medium ?? false,
    linkedinContent: wish.linkedinContent ?? '',
    archived: wish.archived ?? false,
    ...appearance,
    views: wish.views ?? 0,
    version: wish.version ?? 1,
    createdAt: wish.createdAt ?? written,
    updatedAt: wish.updatedAt ?? written,
  };
  return insertArticle(query, row, { tags: wish.tags ?? [], categories: wish.categories ?? [] });
}

function findAuthor(context: StoreContext, wish: ArticleWish, notes: string[]): number | null {
  if (wish.authorEmail === undefined) return null;
  const user = findUserByEmail(context.database.query, wish.authorEmail);
  if (!user) notes.push(`author: ${wish.authorEmail} has no account here; the owner takes it over.`);
  return user?.id ?? null;
}

/** As an edit does: the outbox gets the wish to publish, unless no reader could see a difference. */
function enqueuePublish(
  context: StoreContext,
  query: Queryable,
  before: PublishPayload['before'],
  articleId: number,
): number | null {
  const article = findArticleById(context.database, articleId);
  const after = article && factsOf(context.database, article);
  const visible = [before, after].some(
    (facts) => facts?.state === 'live' || facts?.state === 'archived',
  );
  if (!visible) return null;
  const now = context.clock();
  const payload: PublishPayload = { before, after, requestedAt: now };
  return enqueueJob(query, { kind: 'publish', payload, articleId, now });
}
