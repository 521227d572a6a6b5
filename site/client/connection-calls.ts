import type { z } from 'zod';
import type {
  articleCrossPostsResponse,
  ConnectionResponse,
  CrossPostFilter,
  CrossPostResponse,
  CrossPostTarget,
  connectionChanged,
  connectionListResponse,
  crossPostChanged,
  crossPostListResponse,
  KeyTarget,
  linkedinQuestion,
} from '#contracts/cross-post.ts';
import { callApi } from './api-client.ts';

export type Connection = ConnectionResponse;
export type CrossPost = CrossPostResponse;
export type Ledger = z.infer<typeof crossPostListResponse>;
export type { CrossPostFilter, CrossPostTarget, KeyTarget };

type Connected = z.infer<typeof connectionChanged>;
type Changed = z.infer<typeof crossPostChanged>;

/** As people know them; the contract's own table would bring its schemas along. */
export const names = {
  linkedin: 'LinkedIn',
  dev: 'dev.to',
  medium: 'Medium',
} as const satisfies Record<CrossPostTarget, string>;

const connection = (target: CrossPostTarget) => `/api/admin/connections/${target}`;
const post = (id: string) => `/api/admin/cross-posts/${encodeURIComponent(id)}`;

export const listConnections = (
  signal: AbortSignal,
): Promise<z.infer<typeof connectionListResponse>> =>
  callApi('GET', '/api/admin/connections', { signal });

export const connectByKey = (target: KeyTarget, key: string): Promise<Connected> =>
  callApi('PUT', connection(target), { body: { key } });

export const askLinkedin = (): Promise<z.infer<typeof linkedinQuestion>> =>
  callApi('POST', connection('linkedin'));

export const testConnection = (target: CrossPostTarget): Promise<Connected> =>
  callApi('POST', `${connection(target)}/test`);

export const disconnect = (target: CrossPostTarget): Promise<Connected> =>
  callApi('DELETE', connection(target));

export interface CrossPostQuery {
  show: CrossPostFilter;
  page: number;
}

export function listPosts({ show, page }: CrossPostQuery, signal: AbortSignal): Promise<Ledger> {
  const search = new URLSearchParams({ show, page: String(page) });
  return callApi('GET', `/api/admin/cross-posts?${search}`, { signal });
}

export const listPostsOf = (
  articleId: string,
  signal: AbortSignal,
): Promise<z.infer<typeof articleCrossPostsResponse>> =>
  callApi('GET', `/api/admin/articles/${encodeURIComponent(articleId)}/cross-posts`, { signal });

export const sendAgain = (id: string): Promise<Changed> => callApi('POST', `${post(id)}/retry`);
export const callOff = (id: string): Promise<Changed> => callApi('POST', `${post(id)}/cancel`);
export const giveLink = (id: string, url: string): Promise<Changed> =>
  callApi('POST', `${post(id)}/link`, { body: { url } });
