import { LATEST_CARDS_PATH, tagCardsPath } from '#contracts/page.ts';
import { PRODUCTS_TAG, productsPageOf, productsPagePath } from '#contracts/product.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { listPages, readCategorySlugs, readTagCounts } from '../db/hot/list-pages.ts';
import { listProductFormerSlugs } from '../db/hot/products.ts';
import { readReadableKeys, readSeriesSlugs } from '../db/hot/published-articles.ts';
import { readReadableProductKeys } from '../db/hot/published-products.ts';
import { readHighestLiveId } from '../db/hot/shards.ts';
import {
  BUILT_SEARCH_PATH,
  LATEST,
  listOfCategory,
  listOfTag,
  type PageContext,
  type PageLoader,
  type PageSource,
  pathOfList,
  productSearchPath,
  productSitemapPath,
  shardOf,
} from './page-source.ts';
import { articlePage, markdownCopyPage } from './pages/article.ts';
import { latestCards, tagCards } from './pages/cards.ts';
import { contentPage } from './pages/content.ts';
import { atomFeed, jsonFeed, rssFeed } from './pages/feeds.ts';
import { ogImage } from './pages/image.ts';
import {
  blogNumberedPage,
  blogPage,
  categoryNumberedPage,
  categoryPage,
  homePage,
  permanentPaths,
  seriesPage,
  tagNumberedPage,
  tagPage,
} from './pages/lists.ts';
import { productPage } from './pages/product.ts';
import {
  builtSearchShard,
  productSearchShard,
  searchIndexList,
  searchIndexShard,
} from './pages/search-index.ts';
import { productListPage, productNumberedPage, shopPage } from './pages/shop.ts';
import {
  productSitemap,
  robotsFile,
  sitemapIndex,
  sitemapPages,
  sitemapShard,
} from './pages/sitemap.ts';

/** Loaders by path pattern; the first match counts. Group 1 is the parameter. */
const loaders: [RegExp, PageLoader][] = [
  [/^\/$/, homePage],
  [/^\/blog$/, blogPage],
  [/^\/blog\/page\/(\d{1,7})$/, blogNumberedPage],
  [/^\/blog\/([^/]+)\.md$/, markdownCopyPage],
  [/^\/blog\/([^/]+)$/, articlePage],
  [/^\/tag\/([^/]+)$/, tagPage],
  [/^\/tag\/([^/]+)\/page\/(\d{1,7})$/, tagNumberedPage],
  [/^\/category\/([^/]+)$/, categoryPage],
  [/^\/category\/([^/]+)\/page\/(\d{1,7})$/, categoryNumberedPage],
  [/^\/series\/([^/]+)$/, seriesPage],
  [/^\/shop$/, shopPage],
  [/^\/shop\/products$/, productListPage],
  [/^\/shop\/products\/page\/([1-9]\d{0,6})$/, productNumberedPage],
  [/^\/shop\/products\/detail\/([^/]+)$/, productPage],
  [/^\/sitemap-products-(\d{1,7})\.xml$/, productSitemap],
  [/^\/og\/([\w-]+)\.png$/, ogImage],
  [/^\/rss\.xml$/, rssFeed],
  [/^\/atom\.xml$/, atomFeed],
  [/^\/feed\.json$/, jsonFeed],
  [/^\/sitemap\.xml$/, sitemapIndex],
  [/^\/sitemap-pages\.xml$/, sitemapPages],
  [/^\/sitemap-(\d{1,7})\.xml$/, sitemapShard],
  [/^\/robots\.txt$/, robotsFile],
  [/^\/cards\/latest\.json$/, latestCards],
  [/^\/cards\/tag\/([^/]+)\.json$/, tagCards],
  [/^\/search-index\.json$/, searchIndexList],
  [/^\/search-index-(\d{1,7})\.json$/, searchIndexShard],
  [/^\/search-index-built\.json$/, builtSearchShard],
  [/^\/search-index-products-(\d{1,7})\.json$/, productSearchShard],
  [/^\//, contentPage],
];

/** Returns the source of the page at a decoded path, or null if there is none. */
export function loadPage(context: PageContext, path: string): PageSource | null {
  for (const [pattern, loader] of loaders) {
    const match = pattern.exec(path);
    if (match) return loader(context, path, match.slice(1).join('/'));
  }
  return null;
}

/** Returns pages that a tag may create; the database lists existing pages with the tag. */
export function pathsOfTag(tag: string): string[] {
  if (tag === `list:${LATEST}`) {
    return ['/', '/blog', '/rss.xml', '/atom.xml', '/feed.json', LATEST_CARDS_PATH];
  }
  if (tag === PRODUCTS_TAG) {
    return ['/shop', '/shop/products', '/sitemap.xml', '/search-index.json'];
  }
  const product = /^product:(\d+)$/.exec(tag)?.[1];
  if (product) {
    // A sale may change the best-sellers of the shop page.
    const shard = shardOf(Number(product));
    return ['/shop', productSitemapPath(shard), productSearchPath(shard)];
  }
  if (tag === 'sitemap') return ['/sitemap.xml', '/search-index.json'];
  const [, kind, rest] = /^(list|series|sitemap):(.+)$/.exec(tag) ?? [];
  if (kind === 'series') return [`/series/${rest}`];
  if (kind === 'sitemap') return [`/sitemap-${rest}.xml`, `/search-index-${rest}.json`];
  if (kind !== 'list' || rest === undefined) return [];
  const [list = '', number] = rest.split('#');
  const base = pathOfList(list);
  if (number !== undefined) return [base, `${base}/page/${number}`];
  const [kindOfList, name = ''] = list.split(':');
  return kindOfList === 'tag' ? [base, tagCardsPath(name)] : [base];
}

/** Returns the publishing order: articles and products, then lists, then feeds. */
export function pathRank(path: string): number {
  if (/^\/(blog|shop\/products\/detail)\/[^/]+$/.test(path) && !path.endsWith('.md')) return 0;
  if (/\.(xml|json|txt|md|png)$/.test(path)) return 2;
  return 1;
}

/**
 * Yields the pages that are written after a release is live: Markdown copies and redirects. Until then,
 * the server creates them from the database.
 */
export function* remainingPaths({ database }: PageContext): Generator<string> {
  for (const { slug, publicId, formerSlugs } of readReadableKeys(database)) {
    yield `/blog/${publicId}`;
    for (const former of formerSlugs) yield `/blog/${former}`;
    yield `/blog/${slug}.md`;
  }
  for (const { id, publicId, productId } of readReadableProductKeys(database)) {
    yield productPath(publicId);
    yield productPath(productId);
    for (const former of listProductFormerSlugs(database, id)) yield productPath(former);
  }
}

/** Yields all other pages of a new release, articles first. */
export function* releasePaths({ database }: PageContext): Generator<string> {
  for (const { slug } of readReadableKeys(database)) yield `/blog/${slug}`;
  const tags = readTagCounts(database).map((entry) => entry.tag);
  const categories = readCategorySlugs(database);
  const lists = [LATEST, ...tags.map(listOfTag), ...categories.map(listOfCategory)];
  for (const list of lists) {
    const base = pathOfList(list);
    yield base;
    for (const page of listPages(database, list).slice(0, -1)) yield `${base}/page/${page.number}`;
  }
  const listPaths = new Set(lists.map(pathOfList));
  yield* permanentPaths.filter((path) => !listPaths.has(path));
  for (const tag of tags) yield tagCardsPath(tag);
  yield '/';
  for (const { slug } of readReadableProductKeys(database)) yield productPath(slug);
  const lastProduct = readHighestLiveId(database, 'products');
  yield* ['/shop', '/shop/products'];
  for (let page = 1; page <= productsPageOf(lastProduct); page += 1) yield productsPagePath(page);
  for (let shard = 0; shard <= shardOf(lastProduct); shard += 1) {
    yield productSitemapPath(shard);
    yield productSearchPath(shard);
  }
  for (const slug of readSeriesSlugs(database)) yield `/series/${slug}`;
  yield* [
    LATEST_CARDS_PATH,
    '/rss.xml',
    '/atom.xml',
    '/feed.json',
    '/robots.txt',
    '/sitemap-pages.xml',
    BUILT_SEARCH_PATH,
  ];
  const last = shardOf(readHighestLiveId(database, 'articles'));
  for (let shard = 0; shard <= last; shard += 1) {
    yield `/sitemap-${shard}.xml`;
    yield `/search-index-${shard}.json`;
  }
  yield* ['/sitemap.xml', '/search-index.json'];
}
