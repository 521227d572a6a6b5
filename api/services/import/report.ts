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
