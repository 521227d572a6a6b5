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
  linkedinRedirect,
} from '#contracts/cross-post.ts';
import { callApi } from './api-client.ts';

export type Connection = ConnectionResponse;
export type CrossPost = CrossPostResponse;
export type CrossPostLog = z.infer<typeof crossPostListResponse>;
export type { CrossPostFilter, CrossPostTarget, KeyTarget };

type Connected = z.infer<typeof connectionChanged>;
type Changed = z.infer<typeof crossPostChanged>;

/** Display names. The same table of the contract would add its zod schemas to the bundle. */
export const names = {
  linkedin: 'LinkedIn',
  dev: 'dev.to',
  medium: 'Medium',
} as const satisfies Record<CrossPostTarget, string>;

const connectionPath = (target: CrossPostTarget) => `/api/admin/connections/${target}`;
const postPath = (id: string) => `/api/admin/cross-posts/${encodeURIComponent(id)}`;

export const listConnections = (
  signal: AbortSignal,
): Promise<z.infer<typeof connectionListResponse>> =>
  callApi('GET', '/api/admin/connections', { signal });

export const connectByKey = (target: KeyTarget, key: string): Promise<Connected> =>
  callApi('PUT', connectionPath(target), { body: { key } });

export const requestLinkedinUrl = (): Promise<z.infer<typeof linkedinRedirect>> =>
  callApi('POST', connectionPath('linkedin'));

export const testConnection = (target: CrossPostTarget): Promise<Connected> =>
  callApi('POST', `${connectionPath(target)}/test`);

export const disconnect = (target: CrossPostTarget): Promise<Connected> =>
  callApi('DELETE', connectionPath(target));

export interface CrossPostQuery {
  show: CrossPostFilter;
  page: number;
}

export const listPostsOf = (
  articleId: string,
  signal: AbortSignal,
): Promise<z.infer<typeof articleCrossPostsResponse>> =>
  callApi('GET', `/api/admin/articles/${encodeURIComponent(articleId)}/cross-posts`, { signal });

export const retryPost = (id: string): Promise<Changed> => callApi('POST', `${postPath(id)}/retry`);
export const cancelPost = (id: string): Promise<Changed> =>
  callApi('POST', `${postPath(id)}/cancel`);
export const setPostLink = (id: string, url: string): Promise<Changed> =>
  callApi('POST', `${postPath(id)}/link`, { body: { url } });

/** Label and chip of each state. */
export const postStates = {
  scheduled: ['Scheduled', 'chip--draft'],
  sending: ['Posting', 'chip--draft'],
  sent: ['Posted', 'chip--live'],
  failed: ['Failed', 'chip--deleted'],
  unknown: ['Unknown', 'chip--deleted'],
  cancelled: ['Cancelled', ''],
} as const satisfies Record<CrossPost['state'], readonly [string, string]>;

/** A change within this time counts as soon, in milliseconds. */
const SOON_MS = 30_000;

/** True if the state changes automatically within moments. */
export const isMoving = ({ state, nextAt }: Pick<CrossPost, 'state' | 'nextAt'>) =>
  state === 'sending' ||
  (state !== 'sent' && nextAt !== null && Date.parse(nextAt) - Date.now() < SOON_MS);
