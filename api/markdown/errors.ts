/** Maximum size of a source, in bytes of UTF-8. */
export const MARKDOWN_BYTES_MAX = 1_048_576;

/** Maximum nesting of containers: quotes, lists, HTML elements. */
export const MARKDOWN_DEPTH_MAX = 32;

export type MarkdownErrorCode = 'MARKDOWN_TOO_LARGE' | 'MARKDOWN_TOO_DEEP' | 'MARKDOWN_TIMEOUT';

/** Error about a source: `code` for programs, `message` for the author. */
export class MarkdownError extends Error {
  readonly code: MarkdownErrorCode;

  constructor(code: MarkdownErrorCode, message: string) {
    super(message);
    this.name = 'MarkdownError';
    this.code = code;
  }
}

/** The source is larger than MARKDOWN_BYTES_MAX. */
export class MarkdownTooLargeError extends MarkdownError {
  constructor(bytes: number) {
    super(
      'MARKDOWN_TOO_LARGE',
      `The text has ${bytes} bytes; at most ${MARKDOWN_BYTES_MAX} (1 MB) are accepted.`,
    );
    this.name = 'MarkdownTooLargeError';
  }
}

/** Quotes, lists or HTML elements are nested too deeply. */
export class MarkdownTooDeepError extends MarkdownError {
  constructor() {
    super(
      'MARKDOWN_TOO_DEEP',
      'Quotes, lists, emphasis or HTML stand too deep inside each other; flatten the text.',
    );
    this.name = 'MarkdownTooDeepError';
  }
}

/** Rendering exceeded the time limit of `milliseconds`. */
export class MarkdownTimeoutError extends MarkdownError {
  constructor(milliseconds: number) {
    super('MARKDOWN_TIMEOUT', `The text could not be rendered within ${milliseconds} ms.`);
    this.name = 'MarkdownTimeoutError';
  }
}
