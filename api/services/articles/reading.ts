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
} from '../../db/repositories/articles.ts';
import { DomainError } from '../../errors.ts';

/** Articles of one list page. Guests get live ones, whatever they ask for. */
export function listPage(
  context: Pick<AppContext, 'database'>,
  query: ArticleListQuery,
  admin: boolean,
): { articles: ArticleSummary[]; result: number; page: number; pages: number } {
  const search = query['title[regex]'] ?? query.title;
  const filter = {
    states: admin ? statesOf(query.state) : (['live'] satisfies ArticleState[]),
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

function statesOf(wish: ArticleListQuery['state']): ArticleState[] {
  return wish === 'all' ? articleStates.filter((state) => state !== 'deleted') : [wish];
}

/**
 * One article by its id or slug. Guests find live and archived ones only, and cannot tell a draft
 * from nothing.
 * @throws DomainError NOT_FOUND
 */
export function readArticle(
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

/** Names in use, for the editor's suggestions. */
export function readTaxonomy(context: Pick<AppContext, 'database'>) {
  return findTaxonomy(context.database);
}
