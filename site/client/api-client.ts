import type { ErrorCode, ErrorResponse } from '#contracts/errors.ts';
import { secondsToWait, sentenceOf, type Trouble } from './network-errors.ts';
import { readStored, writeStored } from './storage.ts';

/** An error whose message is a sentence for the user. */
export class ReadableError extends Error {}

/** An answer that is not a success, as one sentence and the code programs go by. */
export class ApiError extends ReadableError {
  override name = 'ApiError';
  readonly code: ErrorCode | 'OFFLINE';
  /** HTTP status; 0 when no answer came, or not in time. */
  readonly status: number;
  /** Field name → sentence. */
  readonly fields: Record<string, string>;
  /** The whole answer, for codes that carry more (EDIT_CONFLICT). */
  readonly details: unknown;

  constructor(
    msg: string,
    answer: {
      code: ErrorCode | 'OFFLINE';
      status: number;
      fields?: Record<string, string>;
      details?: unknown;
    },
  ) {
    super(msg);
    this.code = answer.code;
    this.status = answer.status;
    this.fields = answer.fields ?? {};
    this.details = answer.details;
  }
}

/** How long an answer is waited for unless a call says otherwise. */
const PATIENCE_MS = 30_000;
/**
 * A lost answer to a refresh carried the next token away. The server gives it again for 15 seconds, so
 * that all tries have to begin within them.
 */
const REFRESH_PATIENCE_MS = 4_000;
const REFRESH_PAUSES_MS = [1_000, 3_000];

interface CallOptions {
  /** Sent as JSON; a form as it is. */
  body?: unknown;
  /** Sent as they are, instead of a body; `headers` say what they are. */
  bytes?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** False: a 401 is final, no refresh is tried. */
  retry?: boolean;
  /** Milliseconds after which an answer is no longer waited for. */
  patience?: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the API. A 401 refreshes the session once and tries again.
 * @throws ApiError for every answer that is not a success, and when no answer comes
 * @throws DOMException 'AbortError' when `signal` aborts it
 */
export async function callApi<Answer>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  return readJson(await openApi(method, path, options)) as Promise<Answer>;
}

/** The same for an answer that comes piece by piece: `patience` then is for all of it. */
export async function openApi(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  const startedAt = Date.now();
  const response = await send(method, path, options);
  if (response.ok) return response;
  const error = await readError(response);
  if (error.status !== 401 || options.retry === false) throw error;
  await refreshSession(startedAt);
  return openApi(method, path, { ...options, retry: false });
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  const patience = AbortSignal.timeout(options.patience ?? PATIENCE_MS);
  const init: RequestInit = {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: options.signal ? AbortSignal.any([options.signal, patience]) : patience,
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
    const slow = cause instanceof DOMException && cause.name === 'TimeoutError';
    const trouble: Trouble = slow
      ? { kind: 'slow', changes: method !== 'GET' }
      : { kind: navigator.onLine ? 'unreachable' : 'offline' };
    throw new ApiError(sentenceOf(trouble), { code: 'OFFLINE', status: 0 });
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError('The server sent an invalid response. Please try again.', {
      code: 'INTERNAL',
      status: response.status,
    });
  }
}

async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const answer = (await response.json().catch(() => null)) as Partial<ErrorResponse> | null;
  return new ApiError(sentenceAbout(response, answer), {
    code: answer?.code ?? 'INTERNAL',
    status,
    ...(answer?.fields ? { fields: answer.fields } : {}),
    details: answer,
  });
}

function sentenceAbout({ status, headers }: Response, answer: Partial<ErrorResponse> | null) {
  const seconds = secondsToWait(headers.get('retry-after'), Date.now());
  const said = answer?.msg;
  if (status === 429) {
    return sentenceOf({ kind: 'limit', said: said ?? 'Too many requests.', seconds });
  }
  // A full disk mends no sooner for trying again; its sentence says what there is to say.
  if (status >= 500 && answer?.code !== 'STORAGE_FULL') {
    const failed = said ?? `Something went wrong on the server (${status}).`;
    return sentenceOf({ kind: 'server', said: failed, seconds });
  }
  return said ?? sentenceOf({ kind: 'absent' });
}

const REFRESHED_AT = 'session-refreshed-at';

/** When any tab last got an access token, milliseconds since 1970; null where nobody knows. */
export function refreshedAt(): number | null {
  return Number(readStored(REFRESHED_AT)) || null;
}

/** Notes that this browser has just got an access token. */
export function noteRefreshed(): void {
  // Without storage each tab refreshes for itself; the server's overlap bears it.
  writeStored(REFRESHED_AT, String(Date.now()));
}

/**
 * Asks for a fresh access token. Tabs queue for one lock, and who finds that another tab refreshed
 * since `neededSince` (epoch milliseconds) leaves it at that: the refresh token is used once.
 */
export async function refreshSession(neededSince = Date.now()): Promise<void> {
  const refresh = async () => {
    if ((refreshedAt() ?? 0) >= neededSince) return;
    await askForToken();
    noteRefreshed();
  };
  // Locks exist in secure contexts only; over plain http the server's overlap has to do.
  if (navigator.locks) await navigator.locks.request('session-refresh', refresh);
  else await refresh();
}

async function askForToken(): Promise<void> {
  const options = { retry: false, patience: REFRESH_PATIENCE_MS };
  for (const pause of [...REFRESH_PAUSES_MS, null]) {
    try {
      await callApi('GET', '/api/user/refresh_token', options);
      return;
    } catch (error) {
      const lost = error instanceof ApiError && (error.status === 0 || error.status >= 500);
      if (!lost || pause === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Forgets it, with the session. */
export function forgetRefreshed(): void {
  writeStored(REFRESHED_AT, null);
}
