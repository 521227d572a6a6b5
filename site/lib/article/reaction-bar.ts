import type { Reactions } from '#contracts/reaction.ts';

/** What a reader can do with an article. */
export type Reaction = 'liked' | 'saved' | 'alerts';

/** What stands in the bar of the article. */
export interface ReactionBar {
  group: HTMLElement;
  slug: string;
  /** The address of the article in the API. */
  address: string;
  shown(): Reactions;
  show(next: Reactions): void;
  load(): Promise<void>;
}

/** 1 like, 2 likes. */
export const countedLikes = (likes: number): string =>
  `${likes.toLocaleString('en')} ${likes === 1 ? 'like' : 'likes'}`;
