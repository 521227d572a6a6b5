import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';

export type ImportContext = Pick<AppContext, 'config' | 'database' | 'clock' | 'markdown'> & {
  publisher: Pick<AppContext['publisher'], 'wake'>;
};

/** Result of one file. */
export interface ImportedFile {
  /** Path in the folder. */
  file: string;
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped';
  /** Slug of the article; null when there is none. */
  slug: string | null;
  /** Reason why it was skipped, for the user. */
  reason: string | null;
  /** Notes about omitted or changed parts, for the user. */
  notes: string[];
}

export interface ImportReport {
  files: ImportedFile[];
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

export function createReport(): ImportReport {
  return { files: [], created: 0, updated: 0, unchanged: 0, skipped: 0 };
}

/** The file cannot become an article; the message is the reason. */
export class FileSkippedError extends Error {}

export function toSkippedFile(file: string, reason: string, notes: string[]): ImportedFile {
  return { file, outcome: 'skipped', slug: null, reason, notes };
}

/** Errors that would affect every file, such as a full disk. */
const systemErrors = /^(?:SQLITE_(?!CONSTRAINT)|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)/;

/**
 * Returns the reason for skipping a file, or null if the error is not about the file.
 * @param userErrors further kinds of errors whose messages are for the user
 */
export function getSkipReason(
  error: unknown,
  userErrors: readonly (abstract new (...parameters: never[]) => Error)[],
): string | null {
  if (!(error instanceof Error)) return null;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && systemErrors.test(String(cause.code))) return null;
  }
  const isForUser = [FileSkippedError, DomainError, ...userErrors].some(
    (kind) => error instanceof kind,
  );
  return isForUser ? error.message : `It could not be imported: ${error.message}`;
}
