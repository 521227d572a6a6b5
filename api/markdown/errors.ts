/** The largest source accepted, in bytes of UTF-8. */
export const MARKDOWN_BYTES_MAX = 1_048_576;

/** How many containers (quotes, lists, HTML elements) may stand inside each other. */
export const MARKDOWN_DEPTH_MAX = 32;

/** Every code that an error of this room carries. */
export type MarkdownErrorCode = 'MARKDOWN_TOO_LARGE' | 'MARKDOWN_TOO_DEEP' | 'MARKDOWN_TIMEOUT';

/** What this room throws about a source: `code` for programs, `message` for the author. */
export class MarkdownError extends Error {
  readonly code: MarkdownErrorCode;

  constructor(code: MarkdownErrorCode, message: string) {
    super(message);
    this.name = 'MarkdownError';
    this.code = code;
  }
}

/** The source is larger than MARKDOWN_BYTES_MAX. */
export class MarkdownTooLarge extends MarkdownError {
  constructor(bytes: number) {
    super(
      'MARKDOWN_TOO_LARGE',
      `The text has ${bytes} bytes; at most ${MARKDOWN_BYTES_MAX} (1 MB) are accepted.`,
    );
    this.name = 'MarkdownTooLarge';
  }
}

/** Quotes, lists or HTML elements stand too deep inside each other. */
export class MarkdownTooDeep extends MarkdownError {
  constructor() {
    super(
      'MARKDOWN_TOO_DEEP',
      'Quotes, lists, emphasis or HTML stand too deep inside each other; flatten the text.',
    );
    this.name = 'MarkdownTooDeep';
  }
}

/** Rendering took longer than allowed and was stopped. `milliseconds` is the limit. */
export class MarkdownTimeout extends MarkdownError {
  constructor(milliseconds: number) {
    super('MARKDOWN_TIMEOUT', `The text could not be rendered within ${milliseconds} ms.`);
    this.name = 'MarkdownTimeout';
  }
}
