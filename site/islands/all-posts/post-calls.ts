import type { z } from 'zod';
import type {
  ArticleResponse,
  ArticleState,
  articleChangeResponse,
  articleListResponse,
} from '#contracts/article.ts';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import { callApi } from '../../lib/api-client.ts';

export type PostList = z.infer<typeof articleListResponse>;
type Change = z.infer<typeof articleChangeResponse>;

export interface PostQuery {
  author: string;
  state: ArticleState | 'all';
  title: string;
  page: number;
}

const POSTS_PER_PAGE = 10;

const address = (id: string) => `/api/articles/${encodeURIComponent(id)}`;

export function listPosts(query: PostQuery, signal: AbortSignal): Promise<PostList> {
  const search = new URLSearchParams({
    author: query.author,
    state: query.state,
    sort: 'newest',
    page: String(query.page),
    limit: String(POSTS_PER_PAGE),
    ...(query.title ? { title: query.title } : {}),
  });
  const headers = { [MEMBER_HEADER]: '1' };
  return callApi('GET', `/api/articles?${search}`, { headers, signal });
}

export const changePost = (
  id: string,
  change: { draft: boolean } | { archive: boolean },
): Promise<Change> => callApi('PUT', address(id), { body: change });

export const deletePost = (id: string): Promise<unknown> => callApi('DELETE', address(id));

export const restorePost = (id: string): Promise<unknown> =>
  callApi('POST', `${address(id)}/restore`);

export type Post = ArticleResponse;
