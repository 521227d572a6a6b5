import { PRODUCTS_TAG } from '#contracts/product.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { readCategorySlugs, readTagCounts } from '../../db/hot/list-pages.ts';
import { readSeriesSlugs } from '../../db/hot/published-articles.ts';
import { readLiveShards, readSitemapRows } from '../../db/hot/shards.ts';
import { isPublic, isShopPublic } from '../guarded-pages.ts';
import {
  entryPaths,
  type PageContext,
  type PageLoader,
  type PageSource,
  productSitemapPath,
  SITEMAP_SHARD_SIZE,
  tag,
} from '../page-source.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns the shards of articles and of products that readers can open. */
export function listPublicShards({ database, guards }: PageContext) {
  const shardsOf = (table: 'articles' | 'products') =>
    readLiveShards(database, table, SITEMAP_SHARD_SIZE);
  return {
    articles: shardsOf('articles'),
    products: isShopPublic(guards) ? shardsOf('products') : [],
  };
}

/** Loads /sitemap.xml, the list of non-empty sitemap files. */
export const sitemapIndex: PageLoader = (context, path) => {
  const { origin } = context;
  const { articles, products } = listPublicShards(context);
  const entries = [
    '/sitemap-pages.xml',
    ...articles.map((shard) => `/sitemap-${shard}.xml`),
    ...products.map(productSitemapPath),
  ].map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`);
  return {
    kind: 'sitemap',
    file: path.slice(1),
    dependencies: [tag.sitemapIndex, PRODUCTS_TAG],
    content: {
      text: `${head}<sitemapindex ${namespace}>\n${entries.join('\n')}\n</sitemapindex>\n`,
    },
  };
};

/** Loads /sitemap-{n}.xml, the articles with ids from n thousand on. */
export const sitemapShard: PageLoader = (context, path, shard) => {
  const entries = listEntries(context, 'articles', Number(shard), (slug) => `/blog/${slug}`);
  if (entries.length === 0) return null;
  return sitemapFile(path, entries, [tag.sitemapShard(Number(shard))]);
};

/**
 * Loads /sitemap-pages.xml, all pages other than articles and products: entry pages, built pages without
 * `noindex`, tags, categories and series.
 */
export const sitemapPages: PageLoader = (context, path) => {
  const paths = [
    ...entryPaths.filter((path) => isPublic(context.guards, path)),
    ...context.builtPages.filter((page) => page.listed).map((page) => page.path),
    // Sorted by name, so that article counts do not affect the file.
    ...readTagCounts(context.database)
      .map((entry) => `/tag/${entry.tag}`)
      .sort(),
    ...readCategorySlugs(context.database).map((slug) => `/category/${slug}`),
    ...readSeriesSlugs(context.database).map((slug) => `/series/${slug}`),
  ];
  const entries = paths.map((path) => entry(context, path));
  return sitemapFile(path, entries, [tag.tagCounts, tag.categoryNames, tag.seriesNames]);
};

/**
 * Loads /sitemap-products-{n}.xml, the products for sale with row ids from n thousand on. It has no
 * dependency tags, because pathsOfTag returns its path for every change of a product.
 */
export const productSitemap: PageLoader = (context, path, shard) => {
  if (!isShopPublic(context.guards)) return null;
  const entries = listEntries(context, 'products', Number(shard), productPath);
  return entries.length === 0 ? null : sitemapFile(path, entries, []);
};

export const robotsFile: PageLoader = (context, path) => ({
  kind: 'sitemap',
  file: path.slice(1),
  dependencies: [],
  content: {
    text: `User-agent: *\nDisallow: /admin/\nDisallow: /api/\n\nSitemap: ${context.origin}/sitemap.xml\n`,
  },
});

function listEntries(
  context: PageContext,
  table: 'articles' | 'products',
  shard: number,
  pathOf: (slug: string) => string,
): string[] {
  const from = shard * SITEMAP_SHARD_SIZE;
  return readSitemapRows(context.database, table, from, from + SITEMAP_SHARD_SIZE).map((row) =>
    entry(context, pathOf(row.slug), new Date(row.updatedAt).toISOString()),
  );
}

function entry(context: PageContext, path: string, modified?: string): string {
  const url = escapeXml(context.origin + encodeURI(path));
  return `<url><loc>${url}</loc>${modified ? `<lastmod>${modified}</lastmod>` : ''}</url>`;
}

function sitemapFile(path: string, entries: string[], dependencies: string[]): PageSource {
  const text = `${head}<urlset ${namespace}>\n${entries.join('\n')}\n</urlset>\n`;
  return { kind: 'sitemap', file: path.slice(1), dependencies, content: { text } };
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
