import { DomainError } from '../../errors.ts';

/** What became of one file. */
export interface ImportedFile {
  /** Path below the folder. */
  file: string;
  outcome: 'created' | 'updated' | 'unchanged' | 'skipped';
  /** Slug of the article; null when there is none. */
  slug: string | null;
  /** Why it was skipped, as a sentence. */
  reason: string | null;
  /** Sentences about what was left out or changed on the way. */
  notes: string[];
}

export interface ImportReport {
  files: ImportedFile[];
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

export function emptyReport(): ImportReport {
  return { files: [], created: 0, updated: 0, unchanged: 0, skipped: 0 };
}

/** A file that cannot become an article; the message is the reason, as a sentence. */
export class FileSkipped extends Error {}

/** What is told of a file that was skipped. */
export function skipped(file: string, reason: string, notes: string[]): ImportedFile {
  return { file, outcome: 'skipped', slug: null, reason, notes };
}

/** Trouble that would meet every file: a full disk, a folder nobody may write to. */
const general = /^(?:SQLITE_(?!CONSTRAINT)|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)/;

/**
 * Why one file was skipped, as a sentence; null when the trouble is not about the file.
 * @param spoken kinds of errors whose messages are sentences, besides the general ones
 */
export function reasonOf(
  error: unknown,
  spoken: readonly (abstract new (...parameters: never[]) => Error)[],
): string | null {
  if (!(error instanceof Error)) return null;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && general.test(String(cause.code))) return null;
  }
  const clear = [FileSkipped, DomainError, ...spoken].some((kind) => error instanceof kind);
  return clear ? error.message : `It could not be imported: ${error.message}`;
}
