import { PRODUCTS_TAG } from '#contracts/product.ts';
import type { SearchIndexEntry, SearchIndexList } from '#contracts/search-index.ts';
import { productPath } from '#contracts/shop-words.ts';
import { readIndexedProducts, readProductShards } from '../../db/hot/published-products.ts';
import { readIndexedArticles, readLiveShards } from '../../db/hot/search.ts';
import {
  BUILT_SEARCH_PATH,
  productSearchPath,
  SITEMAP_SHARD_SIZE,
  tag,
} from '../dependency-tags.ts';
import { isOpen, shopIsOpen } from '../guarded-pages.ts';
import type { PageContext, PageLoader, PageSource } from '../page-source.ts';

/** /search-index.json names the files that hold something to find, the newest articles last. */
export const searchIndexList: PageLoader = (context, path) => {
  const { database, guards } = context;
  const products = shopIsOpen(guards) ? readProductShards(database, SITEMAP_SHARD_SIZE) : [];
  const articles = readLiveShards(database, SITEMAP_SHARD_SIZE);
  const list: SearchIndexList = {
    shards: [
      ...(openDocuments(context).length > 0 ? [BUILT_SEARCH_PATH] : []),
      ...products.map(productSearchPath),
      ...articles.map((shard) => `/search-index-${shard}.json`),
    ],
  };
  return {
    kind: 'search-index',
    file: path.slice(1),
    reads: [tag.sitemapIndex, PRODUCTS_TAG],
    content: { text: `${JSON.stringify(list)}\n` },
  };
};

/**
 * /search-index-{n}.json holds the live articles with ids from n thousand on, one a line. It names
 * the same articles as that file of the sitemap, and every change of one of them touches both.
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
  return fileOf(path, entries, [tag.sitemapShard(Number(shard))]);
};

/**
 * /search-index-products-{n}.json holds the products for sale in the same way. What changes a product
 * names this path, see pathsOfTag.
 */
export const productSearchShard: PageLoader = ({ database, guards }, path, shard) => {
  if (!shopIsOpen(guards)) return null;
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
  return fileOf(path, entries, []);
};

/** /search-index-built.json holds what the code brings along to be found: it changes with the code alone. */
export const builtSearchShard: PageLoader = (context, path) => {
  const entries = openDocuments(context).map((document) => ({
    k: document.kind,
    p: document.path,
    t: document.title,
    d: document.description,
    g: document.tags,
    h: document.headings,
  }));
  return fileOf(path, entries, []);
};

/** Returns the public search documents. */
const openDocuments = ({ builtDocuments, guards }: PageContext) =>
  builtDocuments.filter(({ path }) => isOpen(guards, path));

function fileOf(path: string, entries: SearchIndexEntry[], reads: string[]): PageSource | null {
  if (entries.length === 0) return null;
  const lines = entries.map((entry) => JSON.stringify(entry));
  return {
    kind: 'search-index',
    file: path.slice(1),
    reads,
    content: { text: `[\n${lines.join(',\n')}\n]\n` },
  };
}
