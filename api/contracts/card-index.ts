/** Types of the published lists that pages load to show cards of other articles. */
import type { ArticleCard } from './page.ts';
import type { Picture } from './picture.ts';

/** Card of an article in 'Read more' and 'Related'. */
export type IndexedCard = Pick<
  ArticleCard,
  'slug' | 'title' | 'language' | 'publishedAt' | 'readTime' | 'tags'
> & {
  /** Image in a compatible and a new format, each in the width of cards. */
  cover: Omit<Picture, 'alt'> | null;
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
