import type { JobProgress } from '#contracts/job.ts';
import type { UnsavedArticle } from './pages/article-preview.ts';

/** Interface of the publisher for the rest of the API. */
export interface Publisher {
  /** Wakes the publisher after a transaction has enqueued work; returns at once. */
  wake(job?: number): void;
  /** Reports the progress of jobs of this process; returns a function to unsubscribe. */
  subscribe(listener: (progress: JobProgress) => void): () => void;
  /** Returns the absolute folder of the live release, or null before the first release. */
  liveFolder(): string | null;
  /**
   * Renders the page of an unsaved article with the live release's code.
   * @returns the document as UTF-8, or null before the first release
   */
  renderPreview(unsaved: UnsavedArticle): Promise<Uint8Array | null>;
  close(): Promise<void>;
}
