/** Reason for which a call of a store failed. */
export type StorageFailure =
  | 'unreachable'
  | 'timeout'
  | 'busy'
  | 'broken'
  | 'damaged'
  | 'denied'
  | 'no-bucket'
  | 'missing'
  | 'refused'
  | 'stopped';

const temporary: ReadonlySet<StorageFailure> = new Set([
  'unreachable',
  'timeout',
  'busy',
  'broken',
  'damaged',
]);

/** A call of a store failed. The message is for admins; it contains no key. */
export class StorageError extends Error {
  readonly failure: StorageFailure;
  /** Milliseconds after which the store allows the next attempt. */
  readonly retryAfterMs: number;

  constructor(
    failure: StorageFailure,
    message: string,
    { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }

  /** True if the same call may succeed without a change of the configuration. */
  get isTemporary(): boolean {
    return temporary.has(this.failure);
  }
}

/** Parts of a response that an error is made of. */
interface FailedResponse {
  status: number;
  headers: Headers;
  /** Document with a `Code`, or empty. */
  body: string;
}

const denials: Readonly<Record<string, string>> = {
  ExpiredToken: 'The keys have expired',
  RequestTimeTooSkewed: 'The clock of this machine differs from that of the store',
  SignatureDoesNotMatch:
    'STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY or STORAGE_REGION is wrong',
  AuthorizationHeaderMalformed: 'STORAGE_REGION is wrong',
  InvalidAccessKeyId: 'The store does not know STORAGE_ACCESS_KEY_ID',
};
/** The bytes that arrived are not those that were sent. */
const damages = ['BadDigest', 'XAmzContentSHA256Mismatch', 'IncompleteBody', 'RequestTimeout'];

/** Describes a response that is no success. @param place URL of the bucket, for the message */
export function errorOfResponse(place: string, { status, headers, body }: FailedResponse) {
  const [, code = ''] = /<Code>([\w.-]{1,80})<\/Code>/.exec(body) ?? [];
  const what = `${status}${code && ` ${code}`}`;
  const seconds = Number(headers.get('retry-after') ?? 0);
  const retryAfterMs = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 60) * 1000 : 0;
  if (damages.includes(code)) {
    return new StorageError('damaged', `${place} received other bytes than were sent (${what}).`);
  }
  if (code in denials || status === 401 || status === 403) {
    const reason = denials[code] ?? 'The keys do not permit it';
    return new StorageError('denied', `${place} refuses access (${what}). ${reason}.`);
  }
  if (code === 'NoSuchBucket') {
    return new StorageError('no-bucket', `There is no bucket at ${place}: create it.`);
  }
  if (status === 404) return new StorageError('missing', `${place} does not have the file.`);
  if (status === 429 || code === 'SlowDown' || status === 503) {
    return new StorageError('busy', `${place} is overloaded (${what}).`, { retryAfterMs });
  }
  if (status >= 500) {
    return new StorageError('broken', `${place} has a failure (${what}).`, { retryAfterMs });
  }
  const region = headers.get('x-amz-bucket-region');
  const advice =
    status < 400 ? ` Set STORAGE_ENDPOINT and STORAGE_REGION${region && ` (${region})`}.` : '';
  return new StorageError('refused', `${place} refuses the request (${what}).${advice}`);
}

/** Describes an error of `fetch` or of the body of a response. */
export function errorOfConnection(place: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new StorageError('timeout', `${place} did not respond in time.`, { cause: error });
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return new StorageError('stopped', 'The server is shutting down.', { cause: error });
  }
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const reason = cause instanceof Error ? ('code' in cause ? cause.code : cause.message) : cause;
  return new StorageError('unreachable', `${place} cannot be reached (${reason}).`, {
    cause: error,
  });
}
