import type { z } from 'zod';
import type { readingListResponse } from '#contracts/reaction.ts';
import { callApi } from '../api-client.ts';
import { longDate } from '../format.ts';
import { articlePath, langOf } from '../links.ts';
import { element } from '../search/elements.ts';

export type ReadingList = z.infer<typeof readingListResponse>;
export type SavedArticle = ReadingList['articles'][number];

/** One page of what the member has saved, newest first. */
export const readSaved = (query: { page: number; limit?: number }): Promise<ReadingList> =>
  callApi(
    'GET',
    `/api/reading-list?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
  );

/** A saved article: title, when it was published and how long it takes. */
export function savedWords(article: SavedArticle, heading: 'h2' | 'h3'): HTMLElement[] {
  const link = element('a', { href: articlePath(article.slug) }, article.title);
  const lang = langOf(article);
  if (lang) link.lang = lang;
  const publishedAt = article.publishedAt ?? article.createdAt;
  const meta = element(
    'p',
    { class: 'meta' },
    element('time', { datetime: publishedAt }, longDate(publishedAt)),
    element('span', {}, article.readTime),
  );
  return [meta, element(heading, {}, link)];
}
