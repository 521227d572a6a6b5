import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { AppContext } from '../../context.ts';
import { noteDownload, takeBackBytes } from '../../db/repositories/downloads.ts';
import { type FileVersionRow, findOwnedVersion } from '../../db/repositories/product-files.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { fileOf } from '../products/stored-files.ts';
import { refuseOverLimit } from './limit.ts';
import { readDownloadToken } from './link.ts';
import { type ByteRange, readRange } from './range.ts';

/** Bytes that are read from the disk at a time: few enough for many readers, enough to be quick. */
const PIECE_BYTES = 128 * 1024;

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** A request for a file as it came in. */
export interface DownloadWish {
  token: string;
  /** Public id of who is signed in, or null. */
  viewer: string | null;
  headers: { range?: string | undefined; 'if-range'?: unknown; 'if-match'?: unknown };
  /** HEAD asks how it would be answered, and fetches nothing. */
  headOnly: boolean;
  /** Hears what goes wrong once the answer is on its way. */
  onTrouble: (error: unknown) => void;
}

/** What is answered. A body is read from the disk as fast as the other side takes it. */
export interface DownloadAnswer {
  status: 200 | 206 | 412 | 416;
  headers: Record<string, string | number>;
  body: Readable | null;
}

/** The same to everybody, whatever is wrong with a link. */
const linkEnded = () =>
  new DomainError('LINK_INVALID', {
    msg: 'This link is not valid any more. Your library has a new one.',
  });

/**
 * Answers the link of a download: with all of a file or a part of it, as long as its buyer still owns it.
 * @throws DomainError LINK_INVALID, DOWNLOADS_SPENT
 */
export async function openDownload(context: Context, wish: DownloadWish): Promise<DownloadAnswer> {
  const { config, database, clock } = context;
  const link = readDownloadToken(config.dataFolder, wish.token);
  if (!link || link.endsAt <= clock()) throw linkEnded();
  // A link is enough, since access tokens end sooner than long downloads; somebody else's is not.
  if (wish.viewer !== null && wish.viewer !== link.member) throw linkEnded();
  const user = findActiveUserByPublicId(database.query, link.member);
  const file = user && findOwnedVersion(database, { userId: user.id, version: link.version });
  if (!user || !file) throw linkEnded();

  const headers = headersOf(file);
  if (!fits(wish.headers['if-match'], headers.etag))
    return { status: 412, headers: {}, body: null };
  const range = sameFile(wish.headers['if-range'], headers) ? wish.headers.range : undefined;
  const part = readRange(range, file.bytes);
  if (part === 'none') {
    const unsatisfied = { 'content-range': `bytes */${file.bytes}`, 'accept-ranges': 'bytes' };
    return { status: 416, headers: unsatisfied, body: null };
  }
  const { start, end } = part === 'whole' ? { start: 0, end: file.bytes - 1 } : part;
  const length = end - start + 1;
  const answer = {
    status: part === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'content-length': length,
      ...(part !== 'whole' && { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
    },
  } as const;
  if (wish.headOnly) return { ...answer, body: null };

  const handle = await open(fileOf(config.dataFolder, file.stored));
  try {
    const id = await database.write(() => {
      refuseOverLimit(context, { userId: user.id, file });
      const { id: versionId, productId } = file;
      const which = { userId: user.id, productId, versionId, linkEndsAt: link.endsAt };
      return noteDownload(database, { ...which, bytes: length, now: clock() });
    });
    return { ...answer, body: await read(context, handle, { start, end }, id, wish.onTrouble) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The bytes as a stream, which tells the log at its end how many of them have really left. */
async function read(
  { database }: Context,
  handle: FileHandle,
  { start, end }: ByteRange,
  downloadId: number,
  onTrouble: DownloadWish['onTrouble'],
): Promise<Readable | null> {
  if (end < start) {
    await handle.close();
    return null;
  }
  const stream = handle.createReadStream({ start, end, highWaterMark: PIECE_BYTES });
  stream.once('close', () => {
    const left = end - start + 1 - stream.bytesRead;
    if (left <= 0) return;
    database.write(() => takeBackBytes(database, downloadId, left)).catch(onTrouble);
  });
  return stream;
}

/** What is said of a file: nothing of it is a page, whatever its name. */
function headersOf({ name, sha256, createdAt }: FileVersionRow) {
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition(name),
    'accept-ranges': 'bytes',
    etag: `"${sha256}"`,
    'last-modified': new Date(createdAt).toUTCString(),
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  };
}

/** Whether somebody who wants a certain file gets that one. */
const fits = (wanted: unknown, etag: string) =>
  wanted === undefined ||
  String(wanted)
    .split(',')
    .some((one) => ['*', etag].includes(one.trim()));

/** Whether a download that is resumed began with this very file; otherwise all of it is sent. */
const sameFile = (seen: unknown, headers: { etag: string; 'last-modified': string }) =>
  seen === undefined || seen === headers.etag || seen === headers['last-modified'];
