import type { ArticleListQuery, ArticleState } from '#contracts/article.ts';
import { ARTICLES_PER_PAGE_MAX, articleStates, TITLE_SEARCH_MAX } from '#contracts/article.ts';
import type { AppContext } from '../../context.ts';
import {
  type ArticleRecord,
  type ArticleSummary,
  countArticles,
  findArticleByPublicId,
  findArticleBySlug,
  findTaxonomy,
  listArticles,
} from '../../db/hot/articles.ts';
import { DomainError } from '../../errors.ts';

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
  const limit = Math.min(query.limit, ARTICLES_PER_PAGE_MAX);
  const articles = listArticles(context.database, filter, {
    sort: query.sort,
    limit,
    offset: query.skip + (query.page - 1) * limit,
  });
  const result = countArticles(context.database, filter);
  return {
    articles,
    result,
    page: query.page,
    pages: Math.ceil(Math.max(0, result - query.skip) / limit),
  };
}

function getVisibleStates(requested: ArticleListQuery['state']): ArticleState[] {
  return requested === 'all' ? articleStates.filter((state) => state !== 'deleted') : [requested];
}

/**
 * Returns an article by id or slug; guests only find live and archived ones.
 * @throws DomainError NOT_FOUND
 */
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
