/** The published lists from which pages fill in what they show of other articles. Types alone. */
import type { ArticleCard } from './page.ts';
import type { Picture } from './picture.ts';

/** What 'Read more' and 'Related' show of an article. */
export type IndexedCard = Pick<
  ArticleCard,
  'slug' | 'title' | 'language' | 'publishedAt' | 'readTime' | 'tags'
> & {
  /** In a form that every browser reads and one of the newest, each in the one width that cards need. */
  cover: Omit<Picture, 'alt'> | null;
};

/** One file of the index: the newest articles, or the newest of one tag, newest first. */
export interface CardIndex {
  articles: IndexedCard[];
}

/** The file of the newest articles of all. */
export interface LatestCards extends CardIndex {
  /** The numbered page of the blog on which those before them begin; null where there are none. */
  older: string | null;
}

/** The newest articles of all. */
export const LATEST_CARDS_PATH = '/cards/latest.json';

/** The newest articles of a tag. The path is not encoded. */
export const tagCardsPath = (tag: string) => `/cards/tag/${tag}.json`;
