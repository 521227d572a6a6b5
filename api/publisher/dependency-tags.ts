import type { SettingName } from '#contracts/settings.ts';

/** Dependency tags: names of the data that a page is rendered from. */
export const tag = {
  /** All data of an article, including its text. */
  article: (id: number) => `article:${id}`,
  /** Card of an article in lists. */
  card: (id: number) => `card:${id}`,
  /** Articles of a list. */
  list: (list: string) => `list:${list}`,
  /** Articles of one numbered page of a list, and its links to other pages. */
  listPage: (list: string, number: number) => `list:${list}#${number}`,
  series: (slug: string) => `series:${slug}`,
  /** Size and variants of an image of the media library. */
  media: (id: number) => `media:${id}`,
  /** Names of all series. */
  seriesNames: 'series-names',
  /** Number of articles of each tag. */
  tagCounts: 'tag-counts',
  /** Categories with articles. */
  categoryNames: 'category-names',
  /** Most read articles of the last days. */
  trending: 'trending',
  /** Value of a setting. */
  setting: (name: SettingName) => `setting:${name}`,
  /** Settings of the shop, such as its currency. */
  shopSettings: 'setting:shop',
  sitemapIndex: 'sitemap',
  sitemapShard: (shard: number) => `sitemap:${shard}`,
} as const;

/** Name of the list of all articles. */
export const LATEST = 'latest';

/** Returns the name of the list of a tag's articles. */
export const listOfTag = (name: string) => `tag:${name}`;

/** Returns the name of the list of a category's articles. */
export const listOfCategory = (slug: string) => `category:${slug}`;

/** Returns the path of a list's head page; numbered pages append `/page/{number}`. */
export function pathOfList(list: string): string {
  return list === LATEST ? '/blog' : `/${list.replace(':', '/')}`;
}

/** Row ids per file of sitemap and search index; a change of an article affects one file of each. */
export const SITEMAP_SHARD_SIZE = 1000;
export const productSitemapPath = (shard: number) => `/sitemap-products-${shard}.xml`;
export const BUILT_SEARCH_PATH = '/search-index-built.json';
export const productSearchPath = (shard: number) => `/search-index-products-${shard}.json`;
export const shardOf = (articleId: number) => Math.floor(articleId / SITEMAP_SHARD_SIZE);
