import {
  ARTICLE_COMMENTS_MAX,
  type ArticleListQuery,
  type ArticleResponse,
  type ArticleState,
  articleStates,
  readTimeLabel,
} from '#contracts/article.ts';
import { paginate } from '#contracts/fields.ts';
import { storedSources } from '#contracts/image.ts';
import { TITLE_SEARCH_MAX } from '#contracts/search-index.ts';
import { type AppContext, iso } from '../../context.ts';
import {
  type ArticleRecord,
  type ArticleSummary,
  countArticles,
  findArticleByPublicId,
  findArticleBySlug,
  findTaxonomy,
  listArticles,
} from '../../db/hot/articles.ts';
import { listCommentIds } from '../../db/hot/comments.ts';
import { cachedRead } from '../../db/query-cache.ts';
import { DomainError } from '../../errors.ts';

type Context = Pick<AppContext, 'database'>;

/** Converts an article to its API response; schedules are for admins only. */
export function toArticleResponse(
  context: Context,
  article: ArticleSummary | ArticleRecord,
  options: { admin: boolean },
): ArticleResponse {
  return toResponse(article, readCommentIds(context, [article]), options);
}

/** Converts articles to API responses in the same order. */
export function toArticleResponses(
  context: Context,
  articles: ArticleSummary[],
  options: { admin: boolean },
): ArticleResponse[] {
  const comments = readCommentIds(context, articles);
  return articles.map((article) => toResponse(article, comments, options));
}

/** Returns the newest public comments of articles, by article row id. */
function readCommentIds({ database }: Context, articles: ArticleSummary[]): Map<number, string[]> {
  const ids = articles.filter(({ commentCount }) => commentCount > 0).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  return cachedRead(
    database,
    `comments of articles ${ids}`,
    () => listCommentIds(database, ids, ARTICLE_COMMENTS_MAX),
    (found) => JSON.stringify([...found]).length,
  );
}

function toResponse(
  article: ArticleSummary | ArticleRecord,
  comments: Map<number, string[]>,
  { admin }: { admin: boolean },
): ArticleResponse {
  return {
    _id: article.publicId,
    article_id: article.publicId,
    id: article.authorPublicId,
    author: { _id: article.authorPublicId, name: article.authorName, avatar: article.authorAvatar },
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    ...('markdown' in article && {
      markdown: article.markdown,
      content: article.html,
      toc: article.toc,
    }),
    language: article.language,
    category: article.categories,
    categories: article.categories,
    tags: article.tags,
    series: article.series,
    slug: article.slug,
    images: imagesOf(article),
    imageAlt: article.imageAlt,
    linkedin: article.linkedin === 1,
    dev: article.dev === 1,
    medium: article.medium === 1,
    linkedinContent: admin ? article.linkedinContent : '',
    draft: article.draft === 1,
    archive: article.archived === 1,
    archived: article.archived === 1,
    scheduled: article.state === 'scheduled',
    scheduledDate: iso(article.scheduledAt),
    scheduledZone: article.scheduledAt === null ? null : article.scheduleZone,
    state: article.state,
    comments: comments.get(article.id) ?? [],
    commentCount: article.commentCount,
    likes: article.likes,
    views: article.views,
    words: article.words,
    readTime: readTimeLabel(article.words),
    version: article.version,
    publishedAt: iso(article.publishedAt),
    deletedAt: iso(article.deletedAt),
    createdAt: iso(article.createdAt),
    updatedAt: iso(article.updatedAt),
  };
}

function imagesOf({ mediaFile, mediaPublicId, mediaVariants }: ArticleSummary) {
  if (mediaFile === null) return null;
  const url = `/media/${mediaFile}`;
  const sources = storedSources(mediaFile, mediaVariants);
  const preview = mediaVariants?.preview ?? null;
  return { url, secure_url: url, public_id: mediaPublicId ?? '', sources, preview };
}

/** Returns one page of articles; guests only get live ones. */
export function listArticlePage(
  context: Pick<AppContext, 'database'>,
  query: ArticleListQuery,
  admin: boolean,
): { articles: ArticleSummary[]; result: number; page: number; pages: number } {
  const search = query['title[regex]'] ?? query.title;
  const filter = {
    states: admin ? getVisibleStates(query.state) : (['live'] satisfies ArticleState[]),
    author: query.author,
    tag: query.tag,
    category: query.category,
    title: search === undefined ? undefined : [...search].slice(0, TITLE_SEARCH_MAX).join(''),
  };
  const result = countArticles(context.database, filter);
  const { rows, pageInfo } = paginate(query, Math.max(0, result - query.skip));
  const articles = listArticles(context.database, filter, {
    sort: query.sort,
    limit: rows.limit,
    offset: query.skip + rows.offset,
  });
  return { articles, ...pageInfo, result };
}

function getVisibleStates(requested: ArticleListQuery['state']): ArticleState[] {
  return requested === 'all' ? articleStates.filter((state) => state !== 'deleted') : [requested];
}

/** Returns an article by id or slug; guests only find live and archived ones. @throws DomainError NOT_FOUND */
export function getArticle(
  context: Pick<AppContext, 'database'>,
  key: string,
  admin: boolean,
): ArticleRecord {
  const article =
    findArticleByPublicId(context.database, key) ?? findArticleBySlug(context.database, key);
  const readable = article && (admin || article.state === 'live' || article.state === 'archived');
  if (!readable) throw new DomainError('NOT_FOUND');
  return article;
}

/** Returns the categories, tags and series in use, for suggestions in the editor. */
export function getTaxonomy(context: Pick<AppContext, 'database'>) {
  return findTaxonomy(context.database);
}
