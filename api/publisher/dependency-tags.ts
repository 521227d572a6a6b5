import type { ContentName } from '#contracts/content.ts';
import type { SettingName } from '#contracts/settings.ts';

/** The names under which a page records what it read. */
export const tag = {
  /** Everything of an article, its text included. */
  article: (id: number) => `article:${id}`,
  /** Card of an article in lists. */
  card: (id: number) => `card:${id}`,
  /** Any change of which articles a list holds. */
  list: (list: string) => `list:${list}`,
  /** Which articles one numbered page of a list holds, and where it leads. */
  listPage: (list: string, number: number) => `list:${list}#${number}`,
  series: (slug: string) => `series:${slug}`,
  /** Which series there are. */
  /** Size and forms of an image of the store. */
  media: (id: number) => `media:${id}`,
  seriesNames: 'series-names',
  tagCounts: 'tag-counts',
  /** Which categories have articles. */
  categoryNames: 'category-names',
  /** Which articles are read most of late. */
  trending: 'trending',
  /** Value of a setting. */
  setting: (name: SettingName) => `setting:${name}`,
  /** A file of the owner's content. */
  content: (name: ContentName) => `content:${name}`,
  /** Settings of the shop, such as its currency. */
  shopSettings: 'setting:shop',
  sitemapIndex: 'sitemap',
  sitemapShard: (shard: number) => `sitemap:${shard}`,
} as const;

/** The list of all articles. */
export const LATEST = 'latest';

/** The list of one tag's articles. */
export const listOfTag = (name: string) => `tag:${name}`;

/** The list of one category's articles, by its name in addresses. */
export const listOfCategory = (slug: string) => `category:${slug}`;

/** Returns the path of a list's head page; numbered pages append `/page/{number}`. */
export function pathOfList(list: string): string {
  return list === LATEST ? '/blog' : `/${list.replace(':', '/')}`;
}

/** Rows per file of sitemap and search index, by article id, so that a change touches one of each. */
export const SITEMAP_SHARD_SIZE = 1000;
export const productSitemapPath = (shard: number) => `/sitemap-products-${shard}.xml`;
export const BUILT_SEARCH_PATH = '/search-index-built.json';
export const productSearchPath = (shard: number) => `/search-index-products-${shard}.json`;
export const shardOf = (articleId: number) => Math.floor(articleId / SITEMAP_SHARD_SIZE);
