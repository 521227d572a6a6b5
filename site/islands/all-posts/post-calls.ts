import type { z } from 'zod';
import type {
  ArticleResponse,
  ArticleState,
  articleChangeResponse,
  articleListResponse,
} from '#contracts/article.ts';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import { callApi } from '../../client/api-client.ts';

export type PostList = z.infer<typeof articleListResponse>;
type Change = z.infer<typeof articleChangeResponse>;

export interface PostQuery {
  state: ArticleState | 'all';
  search: string;
  page: number;
}

const POSTS_PER_PAGE = 10;

const address = (id: string) => `/api/articles/${encodeURIComponent(id)}`;

export function listPosts(
  author: string,
  { state, search, page }: PostQuery,
  signal: AbortSignal,
): Promise<PostList> {
  const parameters = new URLSearchParams({
    author,
    state,
    sort: 'newest',
    page: String(page),
    limit: String(POSTS_PER_PAGE),
    ...(search ? { title: search } : {}),
  });
  const headers = { [MEMBER_HEADER]: '1' };
  return callApi('GET', `/api/articles?${parameters}`, { headers, signal });
}

export const changePost = (
  id: string,
  change: { draft: boolean } | { archive: boolean },
): Promise<Change> => callApi('PUT', address(id), { body: change });

export const deletePost = (id: string): Promise<unknown> => callApi('DELETE', address(id));

export const restorePost = (id: string): Promise<unknown> =>
  callApi('POST', `${address(id)}/restore`);

export type Post = ArticleResponse;
