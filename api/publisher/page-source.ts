import type { ContentName, SiteContent } from '#contracts/content.ts';
import type { PublishedPage } from '#contracts/page.ts';
import type { BuiltPage } from '#contracts/site-routes.ts';
import type { Connection } from '../db/connection.ts';
import type { BuiltDocument } from '../db/hot/search.ts';
import { escapeHtml } from '../escape-html.ts';
import type { ActiveProvider } from '../payment-provider.ts';
import type { Guard } from './guarded-pages.ts';

const redirectPattern =
  /^<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=([^"]{1,2000})">/;

const REDIRECT_MAX_BYTES = 8192;

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
  /** A file of the owner's content. */
  content: (name: ContentName) => `content:${name}`,
  /** A game of the owner's catalogue, or a case study, by the path of its page. */
  item: (path: string) => `item:${path}`,
  /** Settings that article pages show, in one tag, which saves a row per page. */
  articleSettings: 'setting:articles',
  /** Settings of the shop, such as its currency. */
  shopSettings: 'setting:shop',
  sitemapIndex: 'sitemap',
  sitemapShard: (shard: number) => `sitemap:${shard}`,
} as const;

/** Paths without parameters that depend on the database: the build skips them, and the sitemap lists them. */
export const entryPaths: readonly string[] = ['/', '/blog', '/shop', '/shop/products'];

/** Name of the list of all articles. */
export const LATEST = 'latest';
export const listOfTag = (name: string) => `tag:${name}`;
export const listOfCategory = (slug: string) => `category:${slug}`;

/** Row ids per file of sitemap and search index; a change of an article affects one file of each. */
export const SITEMAP_SHARD_SIZE = 1000;

export const productSitemapPath = (shard: number) => `/sitemap-products-${shard}.xml`;

export const BUILT_SEARCH_PATH = '/search-index-built.json';

export const productSearchPath = (shard: number) => `/search-index-products-${shard}.json`;

export const shardOf = (articleId: number) => Math.floor(articleId / SITEMAP_SHARD_SIZE);

/** Dependencies of page loaders. */
export interface PageContext {
  database: Connection;
  /** Public origin without a trailing slash. */
  origin: string;
  builtPages: readonly BuiltPage[];
  builtDocuments: readonly BuiltDocument[];
  /** Paths of the build's content pages, with the dependencies that they have with the sample content. */
  contentPages: ReadonlyMap<string, readonly string[]>;
  /** Sample content of the build, for missing content. */
  sampleContent: Partial<SiteContent>;
  guards: readonly Guard[];
  /** Provider of new payments: products that it cannot sell are not for sale. */
  payment: ActiveProvider;
}

export interface PageSource {
  kind:
    | 'page'
    | 'redirect'
    | 'markdown-copy'
    | 'document'
    | 'feed'
    | 'sitemap'
    | 'search-index'
    | 'cards'
    | 'image';
  /** Path of the file in the release folder. */
  file: string;
  /** Dependency tags, see `tag`. */
  dependencies: string[];
  /**
   * The text of the file; or the data of a page that the site renders, with the UTF-8 `body` for
   * BODY_PLACEHOLDER; or the name of a file in the folder of generated images.
   */
  content: { text: string } | { page: PublishedPage; body?: Buffer } | { image: string };
}

/** Returns the source of a path, or null if the path has no page. */
export type PageLoader = (
  context: PageContext,
  path: string,
  parameter: string,
) => PageSource | null;

/** Returns the file of a page: `blog/x/index.html` for `/blog/x`, which every static file server supports. */
export function htmlFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

/** Returns the path of a list's head page; numbered pages append `/page/{number}`. */
export function pathOfList(list: string): string {
  return list === LATEST ? '/blog' : `/${list.replace(':', '/')}`;
}

/**
 * Creates a redirect page for hosts that cannot respond with 301; the server reads its target and responds with 301.
 */
export function writeRedirectPage(target: string, origin: string): string {
  const url = escapeHtml(encodeURI(target));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${url}"><link rel="canonical" href="${escapeHtml(origin)}${url}"><meta name="robots" content="noindex"><title>Moved</title></head><body><p>This page is now at <a href="${url}">${url}</a>.</p></body></html>\n`;
}

/** Returns the target of a redirect page, or null for other pages. */
export function readRedirectPage(body: Buffer): string | null {
  if (body.length > REDIRECT_MAX_BYTES) return null;
  const target = redirectPattern.exec(body.toString('utf8'))?.[1];
  return target ? target.replaceAll('&quot;', '"').replaceAll('&amp;', '&') : null;
}
