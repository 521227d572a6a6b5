import type { z } from 'zod';
import type { ArticleResponse, articleListResponse } from '#contracts/article.ts';
import type { BlogTopic } from '#contracts/blog.ts';
import { callApi } from '../../client/api-client.ts';

/** Articles below the main card: one page of the API, as documented. */
const ROWS = 3;

/** Topic and page of the list, from 1. */
export interface View {
  topic: string;
  page: number;
}

/** One view: the newest article of the topic, and one page of the articles after it. */
export interface ViewContent {
  lead: ArticleResponse | null;
  rows: ArticleResponse[];
  /** Number of articles of the topic, and of pages. */
  total: number;
  pages: number;
}

type List = z.infer<typeof articleListResponse>;

/**
 * Loads a page of the articles of a topic.
 * @throws ApiError
 */
export async function fetchView(
  { category, tag }: BlogTopic,
  page: number,
  signal: AbortSignal,
): Promise<ViewContent> {
  const ask = (range: Record<string, string>) => {
    const query = new URLSearchParams({
      ...(category && { category }),
      ...(tag && { tag }),
      ...range,
    });
    return callApi<List>('GET', `/api/articles?${query}`, { signal, retry: false });
  };
  const [first, rows] = await Promise.all([
    ask({ limit: String(page === 1 ? ROWS + 1 : 1) }),
    page === 1 ? null : ask({ limit: String(ROWS), skip: '1', page: String(page) }),
  ]);
  const [lead = null, ...following] = first.articles;
  return {
    lead,
    rows: rows?.articles ?? following,
    total: first.result,
    pages: Math.max(1, Math.ceil((first.result - 1) / ROWS)),
  };
}
