import type { Uploaded } from '#contracts/upload.ts';
import { ApiError } from '../../../client/api-client.ts';
import { sentence } from '../use-loaded.ts';
import { type UploadFolder, uploadPicture } from './picture-calls.ts';
import { fitPicture, offerOf, type Refusal, refusalOf, refusals } from './picture-file.ts';

/** Milliseconds until it is tried again after too many uploads in a row. */
const REST_MS = 5000;

export type PictureState =
  | { state: 'waiting' }
  | { state: 'uploading' }
  /** Too many in a row: it goes on by itself. */
  | { state: 'resting' }
  /** Refused as it is; what stands ready instead. */
  | { state: 'offered'; offer: string; fitted: Blob }
  | { state: 'failed'; reason: string; again: boolean }
  | { state: 'done'; uploaded: Uploaded };

/** One chosen file on its way. */
export interface PictureItem {
  id: number;
  name: string;
  file: File;
  /** What is sent: the file, or what it was made into. */
  sent: Blob;
  now: PictureState;
}

interface Options {
  folder: UploadFolder;
  /** What else has to succeed before a file counts as uploaded; it may be called again for the same file. */
  attach?(uploaded: Uploaded): Promise<void>;
  /** Told of each change of a file, in the order in which they happen. */
  onChange?(item: PictureItem): void;
  onLeft?(item: PictureItem): void;
}

/**
 * Files that are uploaded one after the other. One that is refused waits for an answer to what is
 * offered instead, and keeps nobody else waiting.
 */
export class PictureUploads {
  #items: readonly PictureItem[] = [];
  #numbered = 0;
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

  readonly read = (): readonly PictureItem[] => this.#items;

  add(files: readonly File[]): PictureItem[] {
    const added = files.map((file) => {
      this.#numbered += 1;
      const name = file.name || 'picture';
      return { id: this.#numbered, name, file, sent: file, now: { state: 'waiting' } as const };
    });
    this.#show([...this.#items, ...added]);
    void this.#run();
    return added;
  }

  /** Takes what is offered instead of a file. */
  accept(id: number): void {
    const item = this.#find(id);
    if (item?.now.state !== 'offered') return;
    this.#put({ ...item, sent: item.now.fitted, now: { state: 'waiting' } });
    void this.#run();
  }

  again(id: number): void {
    const item = this.#find(id);
    if (item?.now.state !== 'failed') return;
    this.#put({ ...item, now: { state: 'waiting' } });
    void this.#run();
  }

  /** Forgets a file: it is left out, or all that was to be done with it is done. */
  leave(id: number): void {
    const item = this.#find(id);
    this.#show(this.#items.filter((one) => one.id !== id));
    if (item) this.#options.onLeft?.(item);
  }

  #find = (id: number) => this.#items.find((item) => item.id === id);

  #show(items: readonly PictureItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }

  #put(item: PictureItem): void {
    // It may have been left out meanwhile.
    if (!this.#find(item.id)) return;
    this.#show(this.#items.map((one) => (one.id === item.id ? item : one)));
    this.#options.onChange?.(item);
  }

  async #run(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (;;) {
        const item = this.#items.find(({ now }) => now.state === 'waiting');
        if (!item) return;
        this.#put({ ...item, now: { state: 'uploading' } });
        this.#put({ ...item, now: await this.#send(item) });
      }
    } finally {
      this.#busy = false;
    }
  }

  async #send(item: PictureItem): Promise<PictureState> {
    const refusal = await refusalOf(item.sent);
    if (refusal) return offerInstead(item, refusal);
    for (;;) {
      try {
        const uploaded = await uploadPicture(item.sent, sentName(item), this.#options.folder);
        await this.#options.attach?.(uploaded);
        return { state: 'done', uploaded };
      } catch (error) {
        if (error instanceof ApiError && error.status === 429 && this.#find(item.id)) {
          this.#put({ ...item, now: { state: 'resting' } });
          await new Promise((resolve) => setTimeout(resolve, REST_MS));
          continue;
        }
        const said = Object.values(refusals).find((one) => one === sentence(error));
        if (said && item.sent === item.file) return offerInstead(item, said);
        return { state: 'failed', reason: sentence(error), again: true };
      }
    }
  }
}

/** The name with the ending of what was made of the file. */
const sentName = ({ name, file, sent }: PictureItem) =>
  sent === file
    ? name
    : `${name.replace(/\.\w{1,5}$/, '')}.${sent.type === 'image/png' ? 'png' : 'jpg'}`;

async function offerInstead({ file }: PictureItem, refusal: Refusal): Promise<PictureState> {
  const fitted = refusal === refusals.missing ? null : await fitPicture(file);
  if (!fitted) return { state: 'failed', reason: refusal, again: false };
  return { state: 'offered', offer: offerOf(file, refusal, fitted), fitted: fitted.blob };
}
