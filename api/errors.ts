import { type ErrorCode, errorCatalogue } from '#contracts/errors.ts';

interface DomainErrorOptions {
  /** Message for people; by default the message of the code in the catalogue. */
  msg?: string;
  /** Messages by field name. */
  fields?: Record<string, string>;
  /** Additional members of the response, as declared in the response schema of the route. */
  details?: Record<string, unknown>;
  /** Seconds until a retry can succeed, sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** Error that is sent to the caller. All other errors become a 500 response without details. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.msg ?? errorCatalogue[code].msg, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.fields = options.fields;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

export function fieldError(
  field: string,
  msg: string,
  { code = 'VALIDATION', cause }: { code?: ErrorCode; cause?: unknown } = {},
): DomainError {
  return new DomainError(code, { msg, fields: { [field]: msg }, cause });
}

/** True for an error with one of these codes, such as those of the file system. */
export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Returns a function that calls `work` and catches its errors. Of errors in a row, only the first is reported. */
export function withFirstErrorReported(
  work: () => void,
  onError: (error: unknown) => void,
): () => void {
  let isFailing = false;
  return () => {
    try {
      work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
    }
  };
}

/** Returns the message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
