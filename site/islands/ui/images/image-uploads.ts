import type { Uploaded } from '#contracts/upload.ts';
import { ApiError } from '../../../client/api-client.ts';
import { errorMessage } from '../use-fetch.ts';
import { type UploadFolder, uploadImage } from './image-api.ts';
import { fitImage, offerOf, type Refusal, refusalOf, refusals } from './image-file.ts';

/** Delay before a retry after too many uploads, in milliseconds. */
const RETRY_MS = 5000;

export type UploadState =
  | { state: 'waiting' }
  | { state: 'uploading' }
  /** The API accepts no further uploads at the moment; retried automatically. */
  | { state: 'rate-limited' }
  /** Refused; a converted file is offered. */
  | { state: 'offered'; offer: string; fitted: Blob }
  | { state: 'failed'; reason: string; canRetry: boolean }
  | { state: 'done'; uploaded: Uploaded };

const pendingStates: readonly UploadState['state'][] = ['waiting', 'uploading', 'rate-limited'];

/** True for a file that is uploaded without a further action of the user. */
export const isPending = ({ state }: UploadState): boolean => pendingStates.includes(state);

/** A chosen file during its upload. */
export interface ImageUpload {
  id: number;
  name: string;
  file: File;
  /** The file to send: the original, or its conversion. */
  sent: Blob;
  now: UploadState;
}

interface Options {
  folder: UploadFolder;
  /**
   * Further work that has to succeed before a file counts as uploaded; it may be called again for the same
   * file.
   */
  attach?(uploaded: Uploaded): Promise<void>;
  /** Called for each change of a file, in order. */
  onChange?(item: ImageUpload): void;
  /** Called for each file that was cancelled, or removed after its upload. */
  onRemove?(item: ImageUpload): void;
}

/**
 * Uploads files one after the other. A refused file waits for the user's decision about its conversion and
 * does not delay others.
 */
export class ImageUploads {
  #items: readonly ImageUpload[] = [];
  #lastId = 0;
  #busy = false;
  readonly #listeners = new Set<() => void>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): readonly ImageUpload[] => this.#items;

  add(files: readonly File[]): ImageUpload[] {
    const added = files.map((file) => {
      this.#lastId += 1;
      const name = file.name || 'image';
      return { id: this.#lastId, name, file, sent: file, now: { state: 'waiting' } as const };
    });
    this.#show([...this.#items, ...added]);
    void this.#run();
    return added;
  }

  /** Accepts the conversion of a file. */
  accept(id: number): void {
    const item = this.#find(id);
    if (item?.now.state !== 'offered') return;
    this.#update({ ...item, sent: item.now.fitted, now: { state: 'waiting' } });
    void this.#run();
  }

  retry(id: number): void {
    const item = this.#find(id);
    if (item?.now.state !== 'failed') return;
    this.#update({ ...item, now: { state: 'waiting' } });
    void this.#run();
  }

  /** Removes a file: it was cancelled, or everything is done. */
  remove(id: number): void {
    const item = this.#find(id);
    this.#show(this.#items.filter((current) => current.id !== id));
    if (item) this.#options.onRemove?.(item);
  }

  #find = (id: number) => this.#items.find((item) => item.id === id);

  #show(items: readonly ImageUpload[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }

  #update(item: ImageUpload): void {
    // The user may have removed the file meanwhile.
    if (!this.#find(item.id)) return;
    this.#show(this.#items.map((current) => (current.id === item.id ? item : current)));
    this.#options.onChange?.(item);
  }

  async #run(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (;;) {
        const item = this.#items.find(({ now }) => now.state === 'waiting');
        if (!item) return;
        this.#update({ ...item, now: { state: 'uploading' } });
        this.#update({ ...item, now: await this.#send(item) });
      }
    } finally {
      this.#busy = false;
    }
  }

  async #send(item: ImageUpload): Promise<UploadState> {
    const refusal = await refusalOf(item.sent);
    if (refusal) return offerInstead(item, refusal);
    for (;;) {
      try {
        const uploaded = await uploadImage(item.sent, sentName(item), this.#options.folder);
        // It may have been cancelled meanwhile.
        if (this.#find(item.id)) await this.#options.attach?.(uploaded);
        return { state: 'done', uploaded };
      } catch (error) {
        if (error instanceof ApiError && error.status === 429 && this.#find(item.id)) {
          this.#update({ ...item, now: { state: 'rate-limited' } });
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
          continue;
        }
        const reason = errorMessage(error);
        const knownRefusal = Object.values(refusals).find((text) => text === reason);
        if (knownRefusal && item.sent === item.file) return offerInstead(item, knownRefusal);
        return { state: 'failed', reason, canRetry: true };
      }
    }
  }
}

/** Returns the name with the extension of the converted file. */
const sentName = ({ name, file, sent }: ImageUpload) =>
  sent === file
    ? name
    : `${name.replace(/\.\w{1,5}$/, '')}.${sent.type === 'image/png' ? 'png' : 'jpg'}`;

async function offerInstead({ file }: ImageUpload, refusal: Refusal): Promise<UploadState> {
  const fitted = refusal === refusals.missing ? null : await fitImage(file);
  if (!fitted) return { state: 'failed', reason: refusal, canRetry: false };
  return { state: 'offered', offer: offerOf(file, refusal, fitted), fitted: fitted.blob };
}
