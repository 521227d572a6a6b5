import { PRODUCTS_TAG } from '#contracts/product.ts';
import type { SearchIndexEntry, SearchIndexList } from '#contracts/search-index.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { readIndexedProducts } from '../../db/hot/published-products.ts';
import { readIndexedArticles } from '../../db/hot/search.ts';
import { isPublic, isShopPublic } from '../guarded-pages.ts';
import {
  BUILT_SEARCH_PATH,
  type PageContext,
  type PageLoader,
  type PageSource,
  productSearchPath,
  SITEMAP_SHARD_SIZE,
  tag,
} from '../page-source.ts';
import { listPublicShards } from './sitemap.ts';

/** Loads /search-index.json, the list of non-empty index files; the newest articles are last. */
export const searchIndexList: PageLoader = (context, path) => {
  const { articles, products } = listPublicShards(context);
  const list: SearchIndexList = {
    shards: [
      ...(listPublicDocuments(context).length > 0 ? [BUILT_SEARCH_PATH] : []),
      ...products.map(productSearchPath),
      ...articles.map((shard) => `/search-index-${shard}.json`),
    ],
  };
  return {
    kind: 'search-index',
    file: path.slice(1),
    dependencies: [tag.sitemapIndex, PRODUCTS_TAG],
    content: { text: `${JSON.stringify(list)}\n` },
  };
};

/**
 * Loads /search-index-{n}.json, the live articles with ids from n thousand on, one per line. It covers
 * the same ids as sitemap-{n}.xml, so both have the same dependency tag.
 */
export const searchIndexShard: PageLoader = (context, path, shard) => {
  const from = Number(shard) * SITEMAP_SHARD_SIZE;
  const articles = readIndexedArticles(context.database, from, from + SITEMAP_SHARD_SIZE);
  const entries = articles.map((article) => ({
    p: `/blog/${article.slug}`,
    t: article.title,
    d: article.description,
    g: JSON.parse(article.tags),
    h: JSON.parse(article.headings),
  }));
  return searchIndexFile(path, entries, [tag.sitemapShard(Number(shard))]);
};

/**
 * Loads /search-index-products-{n}.json, the products for sale. It has no dependency tags, because
 * pathsOfTag returns its path for every change of a product.
 */
export const productSearchShard: PageLoader = ({ database, guards }, path, shard) => {
  if (!isShopPublic(guards)) return null;
  const from = Number(shard) * SITEMAP_SHARD_SIZE;
  const products = readIndexedProducts(database, from, from + SITEMAP_SHARD_SIZE);
  const entries = products.map(({ slug, title, description, category }) => ({
    k: 'product' as const,
    p: productPath(slug),
    t: title,
    d: description,
    g: category === null ? [] : [category],
    h: [],
  }));
  return searchIndexFile(path, entries, []);
};

/** Loads /search-index-built.json, the search documents of the build, which change only with the code. */
export const builtSearchShard: PageLoader = (context, path) => {
  const entries = listPublicDocuments(context).map((document) => ({
    k: document.kind,
    p: document.path,
    t: document.title,
    d: document.description,
    g: document.tags,
    h: document.headings,
  }));
  return searchIndexFile(path, entries, []);
};

const listPublicDocuments = ({ builtDocuments, guards }: PageContext) =>
  builtDocuments.filter(({ path }) => isPublic(guards, path));

function searchIndexFile(
  path: string,
  entries: SearchIndexEntry[],
  dependencies: string[],
): PageSource | null {
  if (entries.length === 0) return null;
  const lines = entries.map((entry) => JSON.stringify(entry));
  return {
    kind: 'search-index',
    file: path.slice(1),
    dependencies,
    content: { text: `[\n${lines.join(',\n')}\n]\n` },
  };
}
