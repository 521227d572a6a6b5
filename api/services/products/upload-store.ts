import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { AppContext } from '../../context.ts';
import {
  deleteProductUpload,
  findProductUpload,
  updateProductUpload,
} from '../../db/repositories/product-uploads.ts';
import {
  addToPart,
  bytesThere,
  completePartFile,
  createPartFile,
  hashFile,
  removeStored,
  storedName,
} from './stored-files.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Storage of the tus server: a database row and a file per upload. */
export class UploadStore extends DataStore {
  readonly #context: Context;
  /** Hashes of what is under way, and how much of each file they have seen. */
  readonly #hashes = new Map<string, { hash: Hash; at: number }>();

  constructor(context: Context) {
    super();
    this.#context = context;
    this.extensions = ['creation', 'termination'];
  }

  get #folder(): string {
    return this.#context.config.dataFolder;
  }

  override async create(upload: Upload): Promise<Upload> {
    await createPartFile(this.#folder, upload.id);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = storedName.test(id) ? findProductUpload(this.#context.database, id) : undefined;
    const offset = row ? bytesThere(this.#folder, id) : null;
    if (!row || offset === null) throw ERRORS.FILE_NOT_FOUND;
    // The process may have been killed between the last byte and its row.
    if (offset === row.bytes && row.finishedAt === null) await this.finish(id);
    return new Upload({ id, size: row.bytes, offset, metadata: { filename: row.name } });
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { database, clock } = this.#context;
    await database.write(() => updateProductUpload(database, id, { touchedAt: clock() }));
    const hashState = offset === 0 ? { hash: createHash('sha256'), at: 0 } : this.#hashes.get(id);
    // Without a hash of the first chunks, the file is hashed again when it is complete.
    const running = hashState?.at === offset ? hashState : null;
    if (running) this.#hashes.set(id, running);
    else this.#hashes.delete(id);
    const addition = { offset, bytes, hash: running?.hash ?? null };
    return addToPart(this.#folder, id, addition, (end) => {
      if (running) running.at = end;
    });
  }

  override async remove(id: string): Promise<void> {
    const { database } = this.#context;
    await this.getUpload(id);
    await database.write(() => deleteProductUpload(database, id));
    this.#hashes.delete(id);
    await removeStored(this.#folder, id);
  }

  /** Stores a complete file with its hash. */
  async finish(id: string): Promise<void> {
    const { database, clock } = this.#context;
    const running = this.#hashes.get(id);
    this.#hashes.delete(id);
    const whole = running?.at === bytesThere(this.#folder, id);
    const sha256 = running && whole ? running.hash.digest('hex') : await hashFile(this.#folder, id);
    await completePartFile(this.#folder, id);
    const now = clock();
    const end = { touchedAt: now, finishedAt: now, sha256 };
    await database.write(() => updateProductUpload(database, id, end));
  }
}
