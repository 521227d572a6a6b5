import type { JobProgress } from '#contracts/job.ts';
import type { UnsavedArticle } from './pages/article-preview.ts';

/** What the rest of the API knows of the publisher. */
export interface Publisher {
  /** Says that a transaction has put work, and which job, into the outbox; returns at once. */
  wake(job?: number): void;
  /** Hears the progress of every job of this process; call what it returns to stop. */
  subscribe(listener: (progress: JobProgress) => void): () => void;
  /** Absolute folder that readers are served from, or null while there is no release. */
  liveFolder(): string | null;
  /**
   * The page an unsaved article would have, by the code of the live release.
   * @returns UTF-8 of the document, or null while there is no release
   */
  renderPreview(unsaved: UnsavedArticle): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
