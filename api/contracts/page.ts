/**
 * What the publisher hands to a published page as `Astro.locals`. Hardly more than types: pages
 * trust it, because the publisher read it from the database.
 */

import type { SiteContent } from './content.ts';
import type { Picture } from './picture.ts';
import type { ProductSells } from './product.ts';
import type { SharePicture } from './share-picture.ts';

/**
 * Stands in a page where its long text goes; the text itself passes the renderer by. No title can forge it:
 * pages escape either its bracket or its quote.
 */
export const BODY_MARK = '<!--"body"-->';

/** Stands in the page of server errors where the number of the failed request goes. */
export const REQUEST_ID_MARK = '<!--request-id-->';

export interface TocEntry {
  depth: number;
  id: string;
  text: string;
}

/** What a list shows of an article. Times are ISO 8601 in UTC. */
export interface ArticleCard {
  id: string;
  slug: string;
  title: string;
  subtitle: string;
  description: string;
  language: string;
  publishedAt: string;
  updatedAt: string;
  readTime: string;
  tags: string[];
  categories: string[];
  series: { name: string; slug: string } | null;
  cover: Picture | null;
  author: { name: string; avatar: string | null };
}

export interface ArticleLink {
  slug: string;
  title: string;
  language: string;
}

/** A comment as the static page shows it to everybody. */
export interface PageComment {
  id: string;
  /** Empty when only its place is left. */
  name: string;
  avatar: string | null;
  /** Public id of the member who wrote it, where everybody may see their profile. */
  member: string | null;
  /** Who wrote the reply that it answers, by name. */
  answers: string | null;
  /** By the author of the article. */
  owner: boolean;
  createdAt: string;
  edited: boolean;
  /** Sanitized; empty when only its place is left. */
  html: string;
  /** Its beginning as it was written, for search engines. */
  text: string;
}

/** A comment with its first replies; `replyCount` is how many there are in all. */
export interface PageThread extends PageComment {
  replyCount: number;
  replies: PageComment[];
}

/** What is said below an article. The page holds a part; a browser asks for the rest. */
export interface PageComments {
  /** All public ones, replies included. */
  count: number;
  /** The most relevant and the newest, the most relevant first. */
  threads: PageThread[];
  /** Whether there are more than these. */
  more: boolean;
}

export interface ArticlePage {
  kind: 'article';
  article: ArticleCard & {
    toc: TocEntry[];
    words: number;
    archived: boolean;
    /** Stories a month that the courtesy notice calls free; null while it is off. */
    freeStories: number | null;
    /** Stands for the article where its address is shared; null until one is drawn. */
    sharePicture: SharePicture | null;
  };
  comments: PageComments;
  seriesParts: ArticleLink[];
  /** The articles before and after this one, by date. Archived articles stand beside none. */
  older: ArticleLink | null;
  newer: ArticleLink | null;
  /** Of a draft that somebody reads by a link: when the link ends. */
  sharedUntil?: string;
}

export interface TagCount {
  tag: string;
  count: number;
}

/** One page of a list. Numbers grow from the oldest, so a new article changes the head alone. */
export interface ListSlice {
  items: ArticleCard[];
  /** Null on the head page, which shows the newest. */
  number: number | null;
  newer: string | null;
  older: string | null;
}

export interface HomePage {
  kind: 'home';
  latest: ArticleCard[];
}

/** /blog: what is new, what is read, and everything else page by page. */
export interface BlogPage {
  kind: 'blog';
  list: ListSlice;
  tags: TagCount[];
  /** Read most of late, without the newest, which have a place of their own. */
  trending: ArticleCard[];
  /** The 8th to 12th newest. */
  popular: ArticleCard[];
}

/** A numbered page of all articles. */
export interface BlogNumberedPage {
  kind: 'blog-numbered';
  list: ListSlice;
}

/** A list that is there even without an article has a `list` without items. */
export interface TagPage {
  kind: 'tag';
  tag: string;
  list: ListSlice;
}

export interface CategoryPage {
  kind: 'category';
  name: string;
  /** As it stands in the address. */
  slug: string;
  list: ListSlice;
}

export interface SeriesPage {
  kind: 'series';
  name: string;
  slug: string;
  /** In reading order, oldest first. */
  items: ArticleCard[];
}

/** What a list of the shop shows of a product. */
export interface ProductCard {
  id: string;
  slug: string;
  title: string;
  description: string;
  /** As people read it: `€19.99`, `Free`, or where buyers choose `From €5.00`. */
  price: string;
  /** Empty for a product that is in none. */
  category: string;
  cover: Picture | null;
  /** True if its licence keys have run out. */
  soldOut: boolean;
  /** False if the shop has no payment service that sells it. */
  forSale: boolean;
}

/** A category that has something for sale, with how many products. */
export interface ShopCategory {
  name: string;
  count: number;
}

/** /shop: what is sold. */
export interface ShopPage {
  kind: 'shop';
  total: number;
  newest: ProductCard[];
  /** Without those that nobody has bought yet. */
  bestSelling: ProductCard[];
  categories: (ShopCategory & { newest: ProductCard[] })[];
}

/** /shop/products: the newest; scripts fetch further ones, and links lead to them. */
export interface ProductListPage {
  kind: 'products';
  items: ProductCard[];
  total: number;
  categories: ShopCategory[];
  /** The newest numbered page, where there is more than this page shows. */
  older: string | null;
}

/** Products by when they were made, for readers without scripts and for search engines. */
export interface ProductNumberedPage {
  kind: 'products-numbered';
  number: number;
  items: ProductCard[];
  newer: string | null;
  older: string | null;
}

/** A file that comes with a product. */
export interface IncludedFile {
  name: string;
  version: string;
  bytes: number;
  sha256: string;
  changelog: string;
}

/** /shop/products/detail/{slug} */
export interface ProductPage {
  kind: 'product';
  product: ProductCard & {
    /** The documented `product_id`. */
    productId: string;
    /** Decimal, for programs; the minimum where buyers choose. */
    amount: string;
    /** What is proposed where buyers choose what they pay, as people read it. */
    suggested: string | null;
    currency: string;
    sold: number;
    /** Not for sale any more; kept for its links. */
    retired: boolean;
    sells: ProductSells;
    pictures: Picture[];
    files: IncludedFile[];
    updatedAt: string;
    /** Stands for the product where its address is shared; null until one is drawn. */
    sharePicture: SharePicture | null;
  };
  related: ProductCard[];
}

/** A page that shows the owner's content alone. */
export interface ContentPage {
  kind: 'content';
}

export type PublishedPage =
  | ContentPage
  | ArticlePage
  | HomePage
  | BlogPage
  | BlogNumberedPage
  | TagPage
  | CategoryPage
  | SeriesPage
  | ShopPage
  | ProductListPage
  | ProductNumberedPage
  | ProductPage;

/** `Astro.locals` of a published page. */
export interface PublishedLocals {
  /** Origin of the site without a trailing slash, for canonical links. */
  origin: string;
  /** Address of this page without origin, in its one canonical form. */
  path: string;
  page: PublishedPage;
  /** The owner's content. */
  content: SiteContent;
}
