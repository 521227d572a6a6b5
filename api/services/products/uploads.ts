import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Server } from '@tus/server';
import { PRODUCT_UPLOADS_PATH, type ProductUploadLimits } from '#contracts/product-upload.ts';
import { uploadMessages } from '#contracts/upload.ts';
import type { AppContext } from '../../context.ts';
import {
  insertProductUpload,
  listUnfinishedUploads,
} from '../../db/repositories/product-uploads.ts';
import { DomainError } from '../../errors.ts';
import { DISK_BYTES_MIN, readFreeBytes } from '../status/disk-space.ts';
import { safeFileName } from './file-name.ts';
import { bytesThere } from './stored-files.ts';
import { UploadStore } from './upload-store.ts';

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
      if (size === 0) throw refused('VALIDATION', uploadMessages.missing);
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

function refused(code: 'VALIDATION' | 'TOO_LARGE', msg: string): DomainError {
  return new DomainError(code, { msg, fields: { file: msg } });
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
  if (status === 413) return refused('TOO_LARGE', uploadMessages.tooLarge);
  if (status < 500) return new DomainError('MALFORMED_REQUEST');
  return error instanceof Error ? error : new Error('an upload failed', { cause: error });
}
