import type { Upload } from 'tus-js-client';
import { ApiError } from '../../client/api-client.ts';

/** Bytes per request: each has to arrive within the server's time limit of half a minute. */
const CHUNK_BYTES = 16 * 1_048_576;
/** Delays before automatic retries, in milliseconds; after the last one a click is needed. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
/** Response statuses after which a retry may help; the page refreshes the session itself. */
const retriedStatuses = new Set([0, 401, 408, 409, 423, 429]);

export type FileState =
  | { state: 'uploading'; sent: number }
  | { state: 'paused'; sent: number }
  | { state: 'failed'; sent: number; reason: string; canRetry: boolean };

/** A chosen file during its upload. */
export interface FileItem {
  id: number;
  file: File;
  /** The existing file of which it is a new version; null for a new file. */
  of: string | null;
  now: FileState;
}

interface Options {
  bytesMax: number;
  /** Called when a file is complete, with the id for `files` of the product. */
  onDone(item: FileItem, upload: string): void;
}

/**
 * Uploads files of products by the tus protocol. Each upload can be paused, and resumes after a lost
 * connection, even if the page was closed and the same file is chosen again.
 */
export class FileUploads {
  #items: readonly FileItem[] = [];
  #numbered = 0;
  readonly #running = new Map<number, Upload>();
  readonly #listeners = new Set<() => void>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): readonly FileItem[] => this.#items;

  add(file: File, of: string | null): void {
    this.#numbered += 1;
    const item: FileItem = { id: this.#numbered, file, of, now: { state: 'uploading', sent: 0 } };
    this.#show([...this.#items, item]);
    const refusal =
      file.size === 0
        ? 'File not exist'
        : file.size > this.#options.bytesMax
          ? 'Size too large'
          : '';
    if (refusal) this.#put(item.id, { state: 'failed', sent: 0, reason: refusal, canRetry: false });
    else void this.#begin(item);
  }

  pause(id: number): void {
    const item = this.#find(id);
    if (item?.now.state !== 'uploading') return;
    void this.#running.get(id)?.abort();
    this.#put(id, { state: 'paused', sent: item.now.sent });
  }

  /** Resumes a paused upload, or retries a failed one. */
  resume(id: number): void {
    const item = this.#find(id);
    if (!item || item.now.state === 'uploading') return;
    this.#put(id, { state: 'uploading', sent: item.now.sent });
    const running = this.#running.get(id);
    if (running) running.start();
    else void this.#begin(item);
  }

  /** Cancels an upload and deletes its data on the server. */
  cancel(id: number): void {
    const running = this.#running.get(id);
    this.#running.delete(id);
    this.#show(this.#items.filter((item) => item.id !== id));
    // The server purges unfinished uploads within a day.
    void running?.abort(true).catch(() => undefined);
  }

  async #begin(item: FileItem): Promise<void> {
    const { id, file } = item;
    try {
      const tus = await import('tus-js-client');
      const upload = new tus.Upload(file, {
        endpoint: '/api/admin/product-uploads',
        chunkSize: CHUNK_BYTES,
        retryDelays: RETRY_MS,
        metadata: { filename: file.name },
        removeFingerprintOnSuccess: true,
        onShouldRetry: (error) => {
          const status = error.originalResponse?.getStatus() ?? 0;
          return retriedStatuses.has(status) || (status >= 500 && status !== 507);
        },
        onProgress: (sent) => {
          if (this.#find(id)?.now.state === 'uploading')
            this.#put(id, { state: 'uploading', sent });
        },
        onError: (error) => {
          const sent = this.#find(id)?.now.sent ?? 0;
          const reason = uploadFailureReasonOf(error);
          this.#put(id, { state: 'failed', sent, reason, canRetry: true });
        },
        onSuccess: () => this.#finish(id, upload),
      });
      this.#running.set(id, upload);
      const [previous] = await upload.findPreviousUploads();
      if (previous) upload.resumeFromPreviousUpload(previous);
      // It may have been cancelled or paused meanwhile.
      if (this.#find(id)?.now.state === 'uploading') upload.start();
    } catch (error) {
      const reason = uploadFailureReasonOf(error);
      this.#put(id, { state: 'failed', sent: 0, reason, canRetry: true });
    }
  }

  #finish(id: number, upload: Upload): void {
    const item = this.#find(id);
    this.#running.delete(id);
    if (!item) return;
    this.#show(this.#items.filter((current) => current.id !== id));
    this.#options.onDone(item, upload.url?.split('/').at(-1) ?? '');
  }

  #find = (id: number) => this.#items.find((item) => item.id === id);

  #put(id: number, now: FileState): void {
    this.#show(this.#items.map((item) => (item.id === id ? { ...item, now } : item)));
  }

  #show(items: readonly FileItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

/** Returns the message of the server, or one about a missing response. */
function uploadFailureReasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  const response = (error as { originalResponse?: { getBody(): string } | null }).originalResponse;
  if (!response) return 'The server cannot be reached. The uploaded part is kept.';
  try {
    return String(JSON.parse(response.getBody()).msg);
  } catch {
    return 'The server sent an invalid response. Please try again.';
  }
}
