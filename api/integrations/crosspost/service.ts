import type { z } from 'zod';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import { type CallResult, getErrorMessage, getRetryAfter, type Transport } from '../transport.ts';

type FailedOutcome = Exclude<Outcome, { status: 'sent' }>;

/** URLs of the services, without a trailing slash, and credentials of this installation. */
export interface CrossPostOptions {
  dev: { url: string };
  medium: { apiUrl: string };
  linkedin: {
    url: string;
    apiUrl: string;
    /** Version of LinkedIn's API, YYYYMM. */
    version: string;
    /** Credentials of the LinkedIn app, or null if none is configured. */
    client: { id: string; secret: string } | null;
  };
}

/** Account at a service, with its secret. */
export interface Account {
  id: string;
  secret: string;
}

/** Article as it is posted; all URLs are absolute. */
export interface Post {
  title: string;
  description: string;
  /** Text without front matter. */
  markdown: string;
  tags: string[];
  series: string | null;
  /** Canonical URL for search engines. */
  canonicalUrl: string;
  /** Earlier URLs, which an existing post may name. */
  formerUrls: readonly string[];
  /** URL of the cover, or null. */
  image: string | null;
  /** Text beside the link, for services that post links. */
  commentary: string;
}

/** URLs by which a post is found. */
export type PostUrls = Pick<Post, 'canonicalUrl' | 'formerUrls'>;

/**
 * Outcome of a call that changes something.
 * - `sent`: the post exists. With `behind`, it has other content and needs an update.
 * - `failed`: the post does not exist or is not public. With `mayRetry`, it can be tried again after
 *   `retryAfter` seconds; with `refused`, after an admin has connected the service again.
 * - `unknown`: the post may exist.
 */
export type Outcome =
  | { status: 'sent'; id: string; url: string; behind?: boolean }
  | {
      status: 'failed';
      reason: string;
      mayRetry: boolean;
      retryAfter: number | null;
      refused?: true;
    }
  | { status: 'unknown'; reason: string };

/** Result of searching a post. */
export type Search =
  | { status: 'found'; id: string; url: string }
  | { status: 'missing' }
  | { status: 'away'; reason: string; retryAfter: number | null; refused?: true };

export interface Identity {
  /** For Account. */
  id: string;
  name: string;
}

/** The service did not respond, or not as documented; the message is for the user. */
export class ServiceUnavailableError extends Error {}
/** The service rejected the credentials; the message is for the user. */
export class ServiceRejectionError extends Error {}

/** Client of a service; only `whoAmI` throws, other calls return their outcome. */
export interface CrossPostClient {
  readonly target: CrossPostTarget;
  /** Returns the account of a key. @throws ServiceUnavailableError, ServiceRejectionError */
  whoAmI(secret: string): Promise<Identity>;
  /** Posts an article with a single request. */
  post(account: Account, post: Post): Promise<Outcome>;
  /** Operations of services that can search and update posts. */
  readonly changeable: {
    /** Finds a post by its canonical URL or an earlier one. */
    find(account: Account, post: PostUrls): Promise<Search>;
    update(account: Account, id: string, post: Post): Promise<Outcome>;
  } | null;
}

export type CrossPostClients = Record<CrossPostTarget, CrossPostClient>;

/**
 * Classifies an unsuccessful result of a call that posts something. Only 4xx responses mean that nothing was posted;
 * after a 5xx, a redirect or an undocumented success it may exist.
 * @param name name of the service, for messages
 */
export function classifyResponse(result: CallResult, name: string): FailedOutcome {
  if (result.kind === 'unsent') {
    return { status: 'failed', reason: result.reason, mayRetry: true, retryAfter: null };
  }
  if (result.kind === 'lost') return { status: 'unknown', reason: result.reason };
  const { status, body } = result;
  const message = getErrorMessage(body);
  const reason = `${name} answered ${status}${message === '' ? '' : `: ${message}`}`;
  if (status === 401) {
    return {
      status: 'failed',
      reason: `${name} no longer accepts the connection. Please reconnect.`,
      mayRetry: false,
      retryAfter: null,
      refused: true,
    };
  }
  if (status === 429) {
    return {
      status: 'failed',
      reason: `${name} asked us to wait (rate limit).`,
      mayRetry: true,
      retryAfter: getRetryAfter(result),
    };
  }
  // 408: the service may have processed a part of the request.
  if (status >= 400 && status < 500 && status !== 408) {
    return { status: 'failed', reason, mayRetry: false, retryAfter: null };
  }
  return { status: 'unknown', reason };
}

interface AccountRequest {
  path: string;
  headers: Record<string, string>;
  shape: z.ZodType<Identity>;
}

/** Fetches the account that a key belongs to. @throws ServiceUnavailableError, ServiceRejectionError */
export async function fetchAccount(
  call: Transport,
  name: string,
  { path, headers, shape }: AccountRequest,
): Promise<Identity> {
  const response = await call({ method: 'GET', path, headers });
  if (response.kind !== 'responded') throw new ServiceUnavailableError(response.reason);
  if (response.status === 401 || response.status === 403) {
    throw new ServiceRejectionError(`${name} rejected the key.`);
  }
  const parsed = response.status === 200 ? shape.safeParse(response.body) : null;
  if (!parsed?.success) {
    throw new ServiceUnavailableError(`${name} is not responding correctly (${response.status}).`);
  }
  return parsed.data;
}
