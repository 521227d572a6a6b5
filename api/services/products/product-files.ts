import { createHash, type Hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { HOUR_MS } from '#contracts/durations.ts';
import {
  PRODUCT_FILES_FOLDER,
  PRODUCT_UPLOADS_PATH,
  type ProductUploadLimits,
  UPLOAD_WAITS_HOURS,
  uploadMessages,
} from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import { isProductFile, isUploadInUse, listUploadObjects } from '../../db/hot/bucket-objects.ts';
import {
  deleteFilesOfDeletedProducts,
  deleteProductUpload,
  deleteStaleUploads,
  findProductUpload,
  insertProductUpload,
  listStoredFiles,
  listUnfinishedUploads,
  updateProductUpload,
} from '../../db/repositories/product-files.ts';
import { DomainError, fieldError, hasErrorCode } from '../../errors.ts';
import { hashFile, syncToDisk } from '../../files.ts';
import { removeOrphans, uploadsFolder } from '../media/media-files.ts';
import { DISK_BYTES_MIN, readFreeBytes } from '../status/disk-space.ts';
import { enqueueStore } from '../storage/upload-bucket.ts';

/** Returns the folder of product files, absolute; it is not served directly. */
export const productFilesFolder = (dataFolder: string) =>
  path.join(uploadsFolder(dataFolder), PRODUCT_FILES_FOLDER);

/** Returns the folder of incomplete uploads, absolute, on the same disk. */
const uploadsInProgressFolder = (dataFolder: string) => path.join(dataFolder, 'product-parts');

/** Name of a stored file: random hexadecimal digits. */
const storedName = /^[\da-f]{32}$/;

const uploadPath = (dataFolder: string, id: string) =>
  path.join(uploadsInProgressFolder(dataFolder), id);
/** Returns the path of a complete file. */
export const completeFileOf = (dataFolder: string, id: string) =>
  path.join(productFilesFolder(dataFolder), id);

/** Returns the path of a complete file below the folder of uploads. */
export const uploadNameOf = (id: string) => `${PRODUCT_FILES_FOLDER}/${id}`;

/** Creates an empty file for an upload. */
async function createUploadFile(dataFolder: string, id: string): Promise<void> {
  await mkdir(uploadsInProgressFolder(dataFolder), { recursive: true, mode: 0o700 });
  await (await open(uploadPath(dataFolder, id), 'wx', 0o600)).close();
}

/** Returns the stored bytes of an upload, or null. */
function bytesThere(dataFolder: string, id: string): number | null {
  const file = [uploadPath(dataFolder, id), completeFileOf(dataFolder, id)].find((name) =>
    existsSync(name),
  );
  return file === undefined ? null : statSync(file).size;
}

/**
 * Appends bytes to an upload and its hash as they arrive; bytes before an error stay.
 * @param onBytes called with the progress
 * @returns the new size
 */
async function appendChunk(
  dataFolder: string,
  id: string,
  { offset, bytes, hash }: { offset: number; bytes: AsyncIterable<Buffer>; hash: Hash | null },
  onBytes: (end: number) => void,
): Promise<number> {
  await using handle = await open(uploadPath(dataFolder, id), 'r+');
  let end = offset;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const { bytesWritten } = await handle.write(chunk, from, chunk.length - from, end + from);
      from += bytesWritten;
    }
    hash?.update(chunk);
    end += chunk.length;
    onBytes(end);
  }
  return end;
}

/** Moves a complete upload to the product files after it is on disk. */
async function completeUpload(dataFolder: string, id: string): Promise<void> {
  const upload = uploadPath(dataFolder, id);
  if (!existsSync(upload)) return;
  await syncToDisk(upload);
  await mkdir(productFilesFolder(dataFolder), { recursive: true, mode: 0o700 });
  await rename(upload, completeFileOf(dataFolder, id));
  await syncToDisk(productFilesFolder(dataFolder));
}

function hashStoredFile(dataFolder: string, id: string): Promise<string> {
  const upload = uploadPath(dataFolder, id);
  return hashFile(existsSync(upload) ? upload : completeFileOf(dataFolder, id));
}

async function removeStored(dataFolder: string, id: string): Promise<void> {
  if (!storedName.test(id)) return;
  await rm(uploadPath(dataFolder, id), { force: true });
  await rm(completeFileOf(dataFolder, id), { force: true });
}

/** Stores complete bytes as a product file. */
export async function writeStoredFile(
  dataFolder: string,
  id: string,
  bytes: Buffer,
): Promise<void> {
  await removeStored(dataFolder, id);
  await createUploadFile(dataFolder, id);
  await appendChunk(
    dataFolder,
    id,
    { offset: 0, bytes: Readable.from([bytes]), hash: null },
    () => undefined,
  );
  await completeUpload(dataFolder, id);
}

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Retention of files of deleted products, in milliseconds, for payments in progress. */
const DELETED_STAYS_MS = 30 * 24 * HOUR_MS;

/**
 * Deletes abandoned uploads, files of products deleted a month ago, and leftovers of killed
 * processes, also in the bucket of STORAGE.
 * @returns names of the files
 */
export async function purgeProductFiles(context: Context): Promise<string[]> {
  const { config, database, clock } = context;
  const now = clock();
  const stale = await database.write(() => {
    deleteFilesOfDeletedProducts(database, now - DELETED_STAYS_MS);
    return deleteStaleUploads(database, now - UPLOAD_WAITS_HOURS * HOUR_MS);
  });
  for (const id of stale) await removeStored(config.dataFolder, id);
  const storedNames = new Set(listStoredFiles(database));
  const removed = [...stale];
  for (const folder of [
    uploadsInProgressFolder(config.dataFolder),
    productFilesFolder(config.dataFolder),
  ]) {
    removed.push(...(await removeOrphans(folder, storedNames, now)));
  }
  const unused = listUploadObjects(database)
    .map(({ name }) => name)
    .filter((name) => isProductFile(name) && !isUploadInUse(database, name));
  await database.write(() => enqueueStore(context, unused));
  return removed;
}

/** Storage of the tus server: a database row and a file per upload. */
class UploadStore extends DataStore {
  readonly #context: Context;
  /** Hashes of unfinished uploads, with the number of hashed bytes. */
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
    await createUploadFile(this.#folder, upload.id);
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
    return appendChunk(this.#folder, id, addition, (end) => {
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
    await completeUpload(this.#folder, id);
    const now = clock();
    const end = { touchedAt: now, finishedAt: now, sha256 };
    await database.write(() => updateProductUpload(database, id, end));
  }
}

/** Maximum characters and bytes of a name; fits every file system with an ending such as `.part`. */
const NAME_MAX = 120;

const NAME_MAX_BYTES = 200;

/** Names that some systems reserve for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Resumable uploads of product files. */
interface ProductUploads {
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
  if (hasErrorCode(error, 'ENOENT') || status === 404 || status === 410) {
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
