/**
 * Types of `Astro.locals` of published pages. There are no schemas, because pages trust the publisher, which reads
 * the data from the database.
 */

import type { TocEntry } from './article.ts';
import type { GameContent, SiteContent } from './content.ts';
import type { OgImage, PageImage } from './image.ts';
import type { LicenceType } from './product.ts';

// Types of the published lists that pages load to show cards of other articles.

/** Card of an article in 'Read more' and 'Related'. */
export type IndexedCard = Pick<
  ArticleCard,
  'slug' | 'title' | 'language' | 'publishedAt' | 'readTime' | 'tags'
> & {
  /** Image in a compatible and a new format, each in the width of cards. */
  cover: Omit<PageImage, 'alt'> | null;
};

/** One file of the index: the newest articles of all or of one tag, newest first. */
export interface CardIndex {
  articles: IndexedCard[];
}

/** Content of the file with the newest articles of all tags. */
export interface LatestCards extends CardIndex {
  /** Number of the blog page with the next older articles, or null. */
  older: string | null;
}

/** Path of the file with the newest articles. */
export const LATEST_CARDS_PATH = '/cards/latest.json';

/** Returns the path of the file with the newest articles of a tag, not encoded. */
export const tagCardsPath = (tag: string) => `/cards/tag/${tag}.json`;

/**
 * Placeholder for the long text of a page, which does not go through the renderer. Titles cannot contain it,
 * because pages escape either its bracket or its quote.
 */
export const BODY_PLACEHOLDER = '<!--"body"-->';

/** Placeholder for the id of the failed request in the page of server errors. */
export const REQUEST_ID_PLACEHOLDER = '<!--request-id-->';

/** An article in a list. Times are ISO 8601 in UTC. */
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
  cover: PageImage | null;
  author: { name: string; avatar: string | null };
}

export interface ArticleLink {
  slug: string;
  title: string;
  language: string;
}

/** A comment in the static page. */
export interface PageComment {
  id: string;
  /** Empty for a deleted comment. */
  name: string;
  avatar: string | null;
  /** Public id of the author if the profile is public. */
  member: string | null;
  /** Name of the author it replies to. */
  replyTo: string | null;
  /** True if the author of the article has written it. */
  owner: boolean;
  createdAt: string;
  edited: boolean;
  /** Sanitized HTML; empty for a deleted comment. */
  html: string;
  /** Beginning of the source text, for search engines. */
  text: string;
}

/** A comment with its first replies; `replyCount` is the number of all replies. */
export interface PageThread extends PageComment {
  replyCount: number;
  replies: PageComment[];
}

/** Comments of an article. The page contains some of them, and browsers load the others. */
export interface PageComments {
  /** Number of all public comments, including replies. */
  count: number;
  /** The most relevant and the newest comments, most relevant first. */
  threads: PageThread[];
  /** True if there are further comments. */
  more: boolean;
}

export interface ArticlePage {
  kind: 'article';
  article: ArticleCard & {
    toc: TocEntry[];
    words: number;
    archived: boolean;
    /** Number of free stories per month in the courtesy notice; null if the notice is off. */
    freeStories: number | null;
    guestComments: boolean;
    /** Open Graph image of the article; null until it is drawn. */
    ogImage: OgImage | null;
  };
  comments: PageComments;
  seriesParts: ArticleLink[];
  /** The previous and the next article by date; none for archived articles. */
  older: ArticleLink | null;
  newer: ArticleLink | null;
  /** End of the link's validity, for shared drafts. */
  sharedUntil?: string;
}

export interface TagCount {
  tag: string;
  count: number;
}

/** One page of a list. Pages are numbered from the oldest, so that a new article changes only the first page. */
export interface ListSlice {
  items: ArticleCard[];
  /** Null on the first page, which shows the newest items. */
  number: number | null;
  newer: string | null;
  older: string | null;
}

export interface HomePage {
  kind: 'home';
  latest: ArticleCard[];
}

/** /blog: new articles, popular articles, and the first page of all others. */
export interface BlogPage {
  kind: 'blog';
  list: ListSlice;
  tags: TagCount[];
  /** Most read articles of the last time, without the newest ones, which are shown elsewhere. */
  trending: ArticleCard[];
  /** The 8th to 12th newest articles. */
  popular: ArticleCard[];
}

/** A numbered page of all articles. */
export interface BlogNumberedPage {
  kind: 'blog-numbered';
  list: ListSlice;
}

/** Page of a tag. `list` can be empty. */
export interface TagPage {
  kind: 'tag';
  tag: string;
  list: ListSlice;
}

export interface CategoryPage {
  kind: 'category';
  name: string;
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

/** A product in a list of the shop. */
export interface ProductCard {
  id: string;
  slug: string;
  title: string;
  description: string;
  /** Label: `€19.99`, `Free`, or `From €5.00` if buyers choose the price. */
  price: string;
  /** Empty for a product without a category. */
  category: string;
  cover: PageImage | null;
  /** True if its licence keys have run out. */
  soldOut: boolean;
  /** False if no payment provider can sell it. */
  forSale: boolean;
}

/** A category with products for sale, and their number. */
export interface ShopCategory {
  name: string;
  count: number;
}

export interface ShopPage {
  kind: 'shop';
  total: number;
  newest: ProductCard[];
  /** Only products that were bought. */
  bestSelling: ProductCard[];
  categories: (ShopCategory & { newest: ProductCard[] })[];
}

/** /shop/products: the newest products. Scripts load further ones, and links lead to them. */
export interface ProductListPage {
  kind: 'products';
  items: ProductCard[];
  total: number;
  categories: ShopCategory[];
  /** Number of the newest numbered page, if there are further products. */
  older: string | null;
}

/** Products by time of creation, for readers without JavaScript and for search engines. */
export interface ProductNumberedPage {
  kind: 'products-numbered';
  number: number;
  items: ProductCard[];
  newer: string | null;
  older: string | null;
}

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
    /** Decimal price for structured data; the minimum price if buyers choose. */
    amount: string;
    /** Label of the suggested price if buyers choose. */
    suggested: string | null;
    currency: string;
    sold: number;
    /** True if the product is no longer for sale; the page is kept for its links. */
    retired: boolean;
    licenceType: LicenceType;
    gallery: PageImage[];
    files: IncludedFile[];
    updatedAt: string;
    /** Open Graph image of the product; null until it is drawn. */
    ogImage: OgImage | null;
  };
  related: ProductCard[];
}

/** A page that shows the owner's content alone. */
export interface ContentPage {
  kind: 'content';
}

/** /gamecorner/game/{id} */
export interface GamePage {
  kind: 'game';
  game: GameContent;
}

export type PublishedPage =
  | ContentPage
  | GamePage
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
  /** Canonical path of this page. */
  path: string;
  page: PublishedPage;
  content: SiteContent;
  /** Set by a page whose CSP depends on its content. */
  hasPageCsp?: boolean;
}
