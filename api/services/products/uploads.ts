import { createHash, type Hash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import {
  PRODUCT_UPLOADS_PATH,
  type ProductUploadLimits,
  uploadMessages,
} from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import {
  deleteProductUpload,
  findProductUpload,
  insertProductUpload,
  listUnfinishedUploads,
  updateProductUpload,
} from '../../db/repositories/product-files.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { DISK_BYTES_MIN, readFreeBytes } from '../status/disk-space.ts';
import {
  addToPart,
  bytesThere,
  completePartFile,
  createPartFile,
  hashStoredFile,
  removeStored,
  storedName,
} from './stored-files.ts';

/** Storage of the tus server: a database row and a file per upload. */
class UploadStore extends DataStore {
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
    const sha256 =
      running && whole ? running.hash.digest('hex') : await hashStoredFile(this.#folder, id);
    await completePartFile(this.#folder, id);
    const now = clock();
    const end = { touchedAt: now, finishedAt: now, sha256 };
    await database.write(() => updateProductUpload(database, id, end));
  }
}

/**
 * Maximum characters and bytes of a name; fits every file system with an ending such as `.part`.
 */
const NAME_MAX = 120;

const NAME_MAX_BYTES = 200;

/** Names that some systems reserve for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Resumable uploads of product files. */
export interface ProductUploads {
  /** Handles a request of the tus protocol. @throws DomainError */
  handle(request: Request, userId: number): Promise<Response>;
  limits(): Promise<ProductUploadLimits>;
}

/** Creates resumable uploads of product files by the tus protocol. */
export function createProductUploads(context: Context): ProductUploads {
  const { config, database, clock } = context;
  const store = new UploadStore(context);
  const callers = new WeakMap<Request, number>();
  const failures = new WeakMap<Request, unknown>();

  /** Returns the free disk space after all uploads in progress. */
  async function room(): Promise<number> {
    mkdirSync(config.dataFolder, { recursive: true });
    const promised = listUnfinishedUploads(database).reduce(
      (sum, { id, bytes }) => sum + bytes - (bytesThere(config.dataFolder, id) ?? 0),
      0,
    );
    const free = await readFreeBytes(config.dataFolder);
    return Math.max(0, free - promised - DISK_BYTES_MIN);
  }

  const server = new Server({
    path: PRODUCT_UPLOADS_PATH,
    datastore: store,
    relativeLocation: true,
    maxSize: config.productFileBytesMax,
    allowedOrigins: [],
    namingFunction: () => randomBytes(16).toString('hex'),
    onUploadCreate: async (request, { id, size = 0, metadata }) => {
      if (size === 0) throw fieldError('file', uploadMessages.missing);
      if (size > (await room())) throw new DomainError('STORAGE_FULL');
      const name = safeFileName(metadata?.filename ?? '');
      const uploaderId = callers.get(request) ?? null;
      const row = { id, uploaderId, name, bytes: size, now: clock() };
      await database.write(() => insertProductUpload(database, row));
      return {};
    },
    onUploadFinish: async (_request, { id }) => {
      await store.finish(id);
      return {};
    },
    onResponseError: (request, error) => {
      failures.set(request, error);
      return undefined;
    },
  });

  return {
    async handle(request, userId) {
      callers.set(request, userId);
      const response = await server.handleWeb(request);
      if (response.status < 400) return response;
      throw domainErrorOf(failures.get(request), response.status);
    },
    limits: async () => ({ bytesMax: config.productFileBytesMax, bytesFree: await room() }),
  };
}

/** Translates errors of the protocol; returns others, such as disk errors, unchanged. */
function domainErrorOf(error: unknown, status: number): unknown {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || status === 404 || status === 410) {
    const msg = 'This upload is gone; please choose the file again.';
    return new DomainError('NOT_FOUND', { msg });
  }
  if (status === 409) {
    const msg = 'The upload must continue at its current offset.';
    return new DomainError('STATE_CONFLICT', { msg });
  }
  if (status === 413) return fieldError('file', uploadMessages.tooLarge, { code: 'TOO_LARGE' });
  if (status < 500) return new DomainError('MALFORMED_REQUEST');
  return error instanceof Error ? error : new Error('an upload failed', { cause: error });
}

/**
 * Returns a safe name for downloads: the last path segment without control characters. Files on
 * disk have other names.
 */
export function safeFileName(typed: string): string {
  const last = typed.normalize('NFC').replace(/^.*[/\\]/s, '');
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const dot = plain.lastIndexOf('.');
  const ending = dot > 0 && plain.length - dot <= 16 ? plain.slice(dot) : '';
  const letters = [...plain.slice(0, plain.length - ending.length)];
  const fitting = letters.slice(0, NAME_MAX - ending.length);
  while (Buffer.byteLength(fitting.join('') + ending) > NAME_MAX_BYTES) fitting.pop();
  const name = fitting.join('').trimEnd() + ending;
  return name === '' ? 'file' : name.replace(device, (word) => `${word}_`);
}
