import { PRODUCTS_TAG } from '#contracts/product.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { readCategorySlugs, readTagCounts } from '../../db/hot/list-pages.ts';
import {
  readHighestId,
  readSeriesSlugs,
  readSitemapRows,
} from '../../db/hot/published-articles.ts';
import { readHighestLiveProduct, readProductSitemapRows } from '../../db/hot/published-products.ts';
import { isPublic, isShopPublic } from '../guarded-pages.ts';
import {
  type PageContext,
  type PageLoader,
  productSitemapPath,
  SITEMAP_SHARD_SIZE,
  shardOf,
  tag,
} from '../page-source.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Loads /sitemap.xml, the list of non-empty sitemap files. */
export const sitemapIndex: PageLoader = (context, path) => {
  const shards = listShards(context);
  const entries = [
    `${context.origin}/sitemap-pages.xml`,
    ...shards.map((shard) => `${context.origin}/sitemap-${shard}.xml`),
    ...listProductShards(context).map((shard) => context.origin + productSitemapPath(shard)),
  ].map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`);
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
  const from = Number(shard) * SITEMAP_SHARD_SIZE;
  const rows = readSitemapRows(context.database, from, from + SITEMAP_SHARD_SIZE);
  if (rows.length === 0) return null;
  const entries = rows.map((row) =>
    entry(context, `/blog/${row.slug}`, new Date(row.updatedAt).toISOString()),
  );
  return {
    kind: 'sitemap',
    file: path.slice(1),
    dependencies: [tag.sitemapShard(Number(shard))],
    content: { text: urlSet(entries) },
  };
};

/**
 * Loads /sitemap-pages.xml, all pages other than articles and products: entry pages, built pages without
 * `noindex`, tags, categories and series.
 */
export const sitemapPages: PageLoader = (context, path) => {
  const entryPages = ['/', '/blog', '/shop', '/shop/products'];
  const paths = [
    ...entryPages.filter((path) => isPublic(context.guards, path)),
    ...context.builtPages.filter((page) => page.listed).map((page) => page.path),
    // Sorted by name, so that article counts do not affect the file.
    ...readTagCounts(context.database)
      .map((entry) => `/tag/${entry.tag}`)
      .sort(),
    ...readCategorySlugs(context.database).map((slug) => `/category/${slug}`),
    ...readSeriesSlugs(context.database).map((slug) => `/series/${slug}`),
  ];
  return {
    kind: 'sitemap',
    file: path.slice(1),
    dependencies: [tag.tagCounts, tag.categoryNames, tag.seriesNames],
    content: { text: urlSet(paths.map((path) => entry(context, path))) },
  };
};

/** Loads /sitemap-products-{n}.xml, the products for sale with row ids from n thousand on. */
export const productSitemap: PageLoader = (context, path, shard) => {
  const rows = readProductShard(context, Number(shard));
  if (rows.length === 0) return null;
  const entries = rows.map((row) =>
    entry(context, productPath(row.slug), new Date(row.updatedAt).toISOString()),
  );
  return {
    kind: 'sitemap',
    file: path.slice(1),
    // pathsOfTag returns this path for every change of a product.
    dependencies: [],
    content: { text: urlSet(entries) },
  };
};

function readProductShard({ database, guards }: PageContext, shard: number) {
  if (!isShopPublic(guards)) return [];
  const from = shard * SITEMAP_SHARD_SIZE;
  return readProductSitemapRows(database, from, from + SITEMAP_SHARD_SIZE);
}

function listProductShards(context: PageContext): number[] {
  if (!isShopPublic(context.guards)) return [];
  const last = shardOf(readHighestLiveProduct(context.database));
  const shards = Array.from({ length: last + 1 }, (_, shard) => shard);
  return shards.filter((shard) => readProductShard(context, shard).length > 0);
}

export const robotsFile: PageLoader = (context, path) => ({
  kind: 'sitemap',
  file: path.slice(1),
  dependencies: [],
  content: {
    text: `User-agent: *\nDisallow: /admin/\nDisallow: /api/\n\nSitemap: ${context.origin}/sitemap.xml\n`,
  },
});

function listShards(context: PageContext): number[] {
  const last = shardOf(readHighestId(context.database));
  const shards = Array.from({ length: last + 1 }, (_, shard) => shard);
  return shards.filter((shard) => {
    const from = shard * SITEMAP_SHARD_SIZE;
    return readSitemapRows(context.database, from, from + SITEMAP_SHARD_SIZE).length > 0;
  });
}

function entry(context: PageContext, path: string, modified?: string): string {
  const url = escapeXml(context.origin + encodeURI(path));
  return `<url><loc>${url}</loc>${modified ? `<lastmod>${modified}</lastmod>` : ''}</url>`;
}

function urlSet(entries: string[]): string {
  return `${head}<urlset ${namespace}>\n${entries.join('\n')}\n</urlset>\n`;
}

function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
