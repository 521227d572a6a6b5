import type { ErrorCode, ErrorResponse } from '#contracts/errors.ts';
import { readStored, writeStored } from './storage.ts';

/** Returns the message for a failed request, the same on every page: the problem and the next step. */
const failureMessageOf = (problem: string, when: string, hasInput: boolean): string =>
  `${problem} ${hasInput ? 'Your input is safe. ' : ''}Please try again ${when}.`;

/** Removes the advice of the API, because Retry-After is more exact. */
const withoutAdvice = (message: string): string =>
  message.replace(/ Please (?:wait|try again)[^.]{0,99}\.$/, '');

const SOON = 'in a moment';
const MINUTE_S = 60;
const HOUR_S = 3600;

function formatDelay(seconds: number | null): string {
  if (seconds === null) return SOON;
  const [count, unit] =
    seconds < 2 * MINUTE_S
      ? [seconds, 'second']
      : seconds < 2 * HOUR_S
        ? [Math.ceil(seconds / MINUTE_S), 'minute']
        : [Math.ceil(seconds / HOUR_S), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns the seconds of a Retry-After header, which contains seconds or a date; null if it is invalid. */
export function retryAfterSeconds(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : null;
}

/** An error with a message for the user. */
export class ReadableError extends Error {}

/** A failed request: an error response of the API, or no response at all. */
export class ApiError extends ReadableError {
  override name = 'ApiError';
  readonly code: ErrorCode | 'OFFLINE';
  /** HTTP status; 0 if the request failed or timed out. */
  readonly status: number;
  /** Messages of invalid fields, by field name. */
  readonly fields: Record<string, string>;
  /** The whole response body, for codes with more properties, such as EDIT_CONFLICT. */
  readonly details: unknown;

  constructor(
    message: string,
    response: {
      code: ErrorCode | 'OFFLINE';
      status: number;
      fields?: Record<string, string>;
      details?: unknown;
    },
  ) {
    super(message);
    this.code = response.code;
    this.status = response.status;
    this.fields = response.fields ?? {};
    this.details = response.details;
  }
}

/** Data of the API. Until it is loaded again, `value` is the earlier one; null if there is none. */
export type Loaded<Value> =
  | { state: 'loading'; value: Value | null }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; value: Value | null; reason: string; code: ApiError['code'] };

/** Default timeout of a request. */
const TIMEOUT_MS = 30_000;
/**
 * If the response to a refresh is lost, the new token is lost with it. The server returns the same token
 * again for 15 seconds, so all attempts have to start within this time.
 */
const REFRESH_TIMEOUT_MS = 4_000;
const REFRESH_DELAYS_MS = [1_000, 3_000];

interface CallOptions {
  /** Sent as JSON; FormData is sent unchanged. */
  body?: unknown;
  /** Sent unchanged in place of `body`, with the content type of `headers`. */
  bytes?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** False if the user has typed nothing of the body. */
  hasInput?: boolean;
  /** False if a 401 must not refresh the session. */
  retry?: boolean;
  /** Timeout in milliseconds. */
  timeout?: number;
  /** True if the request continues after the page is closed. */
  keepalive?: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Calls the API and returns the JSON of the response. A 401 refreshes the session and retries once.
 * @throws ApiError for an error response, a failed request or a timeout
 * @throws DOMException 'AbortError' if `signal` aborts the request
 */
export async function callApi<Body>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Body> {
  return readJsonResponse(await openApi(method, path, options)) as Promise<Body>;
}

/** Calls the API and returns the response, whose body may be a stream. The timeout includes the body. */
export async function openApi(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const startedAt = Date.now();
  const response = await fetchResponse(method, path, options);
  if (response.ok) return response;
  const error = await readError(response, sendsInput(options));
  if (error.status !== 401 || options.retry === false) throw error;
  await refreshSession(startedAt);
  return openApi(method, path, { ...options, retry: false });
}

const sendsInput = ({ body, bytes, hasInput = true }: CallOptions): boolean =>
  hasInput && (body ?? bytes) !== undefined;

async function fetchResponse(
  method: Method,
  path: string,
  options: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  const timeout = AbortSignal.timeout(options.timeout ?? TIMEOUT_MS);
  const init: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    keepalive: options.keepalive ?? false,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  };
  if (options.bytes) {
    init.body = options.bytes;
  } else if (options.body instanceof FormData) {
    init.body = options.body;
  } else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(networkMessage(cause, method, sendsInput(options)), {
      code: 'OFFLINE',
      status: 0,
    });
  }
}

function networkMessage(cause: unknown, method: Method, hasInput: boolean): string {
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return method === 'GET'
      ? failureMessageOf('The server is taking too long.', SOON, hasInput)
      : 'The server is taking too long. Your request may still have gone through; please check before trying again.';
  return navigator.onLine
    ? failureMessageOf('The server is not responding.', SOON, hasInput)
    : failureMessageOf('You are offline.', 'when you are connected', hasInput);
}

async function readJsonResponse(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError('The server sent an invalid response. Please try again.', {
      code: 'INTERNAL',
      status: response.status,
    });
  }
}

async function readError(response: Response, hasInput: boolean): Promise<ApiError> {
  const { status } = response;
  const body = (await response.json().catch(() => null)) as Partial<ErrorResponse> | null;
  return new ApiError(responseMessage(response, body, hasInput), {
    code: body?.code ?? 'INTERNAL',
    status,
    ...(body?.fields ? { fields: body.fields } : {}),
    details: body,
  });
}

function responseMessage(
  { status, headers }: Response,
  body: Partial<ErrorResponse> | null,
  hasInput: boolean,
): string {
  const when = formatDelay(retryAfterSeconds(headers.get('retry-after'), Date.now()));
  const message = body?.msg;
  if (status === 429)
    return failureMessageOf(withoutAdvice(message ?? 'Too many requests.'), when, false);
  // A retry does not help if the disk is full, so the message of the API is shown without advice.
  if (status >= 500 && body?.code !== 'STORAGE_FULL') {
    const unknown = `Something went wrong on the server (${status}).`;
    return failureMessageOf(withoutAdvice(message ?? unknown), when, hasInput);
  }
  // A host of static files has no API.
  return message ?? failureMessageOf('The server is unavailable.', 'later', hasInput);
}

const REFRESHED_AT = 'session-refreshed-at';

/** Returns the time of the last refresh in any tab, in milliseconds since 1970, or null if it is unknown. */
export function lastRefreshAt(): number | null {
  return Number(readStored(REFRESHED_AT)) || null;
}

/** Stores the time at which this browser received an access token: now. */
export function recordRefresh(): void {
  // Without storage each tab refreshes separately. The server accepts the previous token for a while.
  writeStored(REFRESHED_AT, String(Date.now()));
}

/**
 * Requests a new access token. A lock makes tabs refresh one after the other, because a refresh token
 * is used once. A tab skips the request if another one has refreshed since `neededSince`.
 * @param neededSince milliseconds since 1970
 */
export async function refreshSession(neededSince = Date.now()): Promise<void> {
  const refresh = async () => {
    if ((lastRefreshAt() ?? 0) >= neededSince) return;
    await requestToken();
    recordRefresh();
  };
  // Locks exist only in secure contexts. Over plain http, the server accepts the previous token for a while.
  if (navigator.locks) await navigator.locks.request('session-refresh', refresh);
  else await refresh();
}

async function requestToken(): Promise<void> {
  const options = { retry: false, timeout: REFRESH_TIMEOUT_MS };
  for (const delay of [...REFRESH_DELAYS_MS, null]) {
    try {
      await callApi('GET', '/api/user/refresh_token', options);
      return;
    } catch (error) {
      const canRetry = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (!canRetry || delay === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

/** Deletes the time of the last refresh when the session ends. */
export function clearRefreshTime(): void {
  writeStored(REFRESHED_AT, null);
}
