import { type ErrorCode, errorCatalogue } from '#contracts/errors.ts';

interface DomainErrorOptions {
  /** Sentence for people; the catalogue's by default. */
  msg?: string;
  /** Field name → sentence. */
  fields?: Record<string, string>;
  /** Further members of the answer, as the route's response schema declares them. */
  details?: Record<string, unknown>;
  /** Seconds after which trying again makes sense; becomes Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error that the caller may know about. Anything else that is thrown becomes a blank 500. */
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
