import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { DAY_MS } from '#contracts/durations.ts';
import { DOWNLOAD_LINK_MS, type DownloadLink } from '#contracts/library.ts';
import { type ByteRange, parseByteRange, type RangeHeaders } from '../../byte-range.ts';
import { type AppContext, iso } from '../../context.ts';
import { findUploadObject } from '../../db/hot/bucket-objects.ts';
import { settingOf } from '../../db/hot/site.ts';
import { recordDownload, subtractBytes, sumDownloaded } from '../../db/repositories/library.ts';
import { type FileVersionRow, findOwnedVersion } from '../../db/repositories/product-files.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError, hasErrorCode } from '../../errors.ts';
import { createSigner, openKeyring } from '../keyring.ts';
import { completeFileOf, uploadNameOf } from '../products/product-files.ts';
import { openUploadBucket } from '../storage/upload-bucket.ts';

const DOWNLOADS_PATH = '/api/downloads';

/** Content of a download token. */
interface DownloadClaim {
  /** Public id of the member. */
  member: string;
  /** `_id` of the version of a file. */
  version: string;
  /** Milliseconds UTC. */
  endsAt: number;
}

const signerOf = (dataFolder: string) => createSigner(openKeyring(dataFolder)('downloads'));

/** Bytes read from disk at a time: low memory for many downloads, but fast enough. */
const CHUNK_BYTES = 128 * 1024;
/** Lifetime of a signed URL of the store. A download that has begun goes on after it. */
const SIGNED_URL_SECONDS = 300;

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

export interface DownloadRequest {
  token: string;
  /** Public id of the signed-in user, or null. */
  viewer: string | null;
  headers: RangeHeaders & { 'if-match'?: unknown };
  /** True for HEAD requests. */
  headOnly: boolean;
  /** Called with errors after the response has started. */
  onError: (error: unknown) => void;
}

/**
 * Response, whose body is read from disk as fast as the client takes it. A file in the bucket of STORAGE gets a
 * redirect to a signed URL instead.
 */
export interface DownloadResponse {
  status: 200 | 206 | 302 | 412 | 416;
  headers: Record<string, string | number>;
  body: Readable | null;
}

/** Returns the same error for every invalid link. */
const createLinkError = () =>
  new DomainError('LINK_INVALID', { msg: 'This link has expired. Your library has a new one.' });

/**
 * Opens the download of a link: the full file or a range, if its buyer still owns it.
 * @throws DomainError LINK_INVALID, DOWNLOAD_LIMIT_REACHED
 */
export async function openDownload(
  context: Context,
  request: DownloadRequest,
): Promise<DownloadResponse> {
  const { config, database, clock } = context;
  const link = parseDownloadToken(config.dataFolder, request.token);
  if (!link || link.endsAt <= clock()) throw createLinkError();
  // The link suffices without a session, which may end before a long download; another member's does not.
  if (request.viewer !== null && request.viewer !== link.member) throw createLinkError();
  const user = findActiveUserByPublicId(database.query, link.member);
  const file = user && findOwnedVersion(database, { userId: user.id, version: link.version });
  if (!user || !file) throw createLinkError();

  const headers = createHeaders(file);
  if (!matchesEtag(request.headers['if-match'], headers.etag))
    return { status: 412, headers: {}, body: null };
  const validators = [headers.etag, headers['last-modified']];
  const part = parseByteRange(request.headers, { size: file.bytes, validators });
  if (part === 'none') {
    const unsatisfied = { 'content-range': `bytes */${file.bytes}`, 'accept-ranges': 'bytes' };
    return { status: 416, headers: unsatisfied, body: null };
  }
  const { start, end } = part === 'whole' ? { start: 0, end: file.bytes - 1 } : part;
  const length = end - start + 1;
  const response = {
    status: part === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'content-length': length,
      ...(part !== 'whole' && { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
    },
  } as const;
  if (request.headOnly) return { ...response, body: null };

  const record = (bytes: number) =>
    database.write(() => {
      assertWithinDownloadLimit(context, { userId: user.id, file });
      const { id: versionId, productId } = file;
      const which = { userId: user.id, productId, versionId, linkEndsAt: link.endsAt };
      return recordDownload(database, { ...which, bytes, now: clock() });
    });
  const handle = await openStored(context, file.stored);
  if (handle === null) {
    const url = await signDownload(config, file);
    // The store knows another ETag, so it decides whether the range applies.
    const { range } = request.headers;
    const stored = parseByteRange({ range }, { size: file.bytes, validators: [] });
    await record(typeof stored === 'string' ? file.bytes : stored.end - stored.start + 1);
    return { status: 302, headers: redirectHeaders(url), body: null };
  }
  try {
    const id = await record(length);
    return {
      ...response,
      body: await createFileStream(context, handle, { start, end }, id, request.onError),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a file on the disk; returns null if only the bucket of STORAGE has it. */
async function openStored(
  { config, database }: Context,
  stored: string,
): Promise<FileHandle | null> {
  try {
    return await open(completeFileOf(config.dataFolder, stored));
  } catch (error) {
    const isMissing = hasErrorCode(error, 'ENOENT');
    const isRemote = isMissing && findUploadObject(database, uploadNameOf(stored)) !== undefined;
    if (isRemote && config.storage !== null) return null;
    throw error;
  }
}

/** Returns a URL of the store that downloads a file under its own name. */
function signDownload({ storage }: Context['config'], file: FileVersionRow): Promise<string> {
  if (storage === null) throw new Error('There is no bucket to download from.');
  return openUploadBucket(storage).sign(uploadNameOf(file.stored), {
    seconds: SIGNED_URL_SECONDS,
    disposition: contentDisposition(file.name),
  });
}

const redirectHeaders = (location: string) => ({
  location,
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
});

/** Returns the bytes as a stream; after it closes, subtracts bytes that were not sent. */
async function createFileStream(
  { database }: Context,
  handle: FileHandle,
  { start, end }: ByteRange,
  downloadId: number,
  onError: DownloadRequest['onError'],
): Promise<Readable | null> {
  if (end < start) {
    await handle.close();
    return null;
  }
  const stream = handle.createReadStream({ start, end, highWaterMark: CHUNK_BYTES });
  stream.once('close', () => {
    const left = end - start + 1 - stream.bytesRead;
    if (left <= 0) return;
    database.write(() => subtractBytes(database, downloadId, left)).catch(onError);
  });
  return stream;
}

/** Returns the headers of a file, which browsers never show as a page. */
function createHeaders({ name, sha256, createdAt }: FileVersionRow) {
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

/** True if the `If-Match` header accepts this file. */
const matchesEtag = (wanted: unknown, etag: string) =>
  wanted === undefined ||
  String(wanted)
    .split(',')
    .some((one) => ['*', etag].includes(one.trim()));

/**
 * Creates a URL with which a member downloads a file version for an hour.
 * @throws DomainError NOT_FOUND if they do not own it, DOWNLOAD_LIMIT_REACHED
 */
export function createDownloadUrl(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  { userId, publicId: member }: { userId: number; publicId: string },
  version: string,
): DownloadLink {
  const { config, database, clock } = context;
  const file = findOwnedVersion(database, { userId, version });
  if (!file) throw new DomainError('NOT_FOUND');
  assertWithinDownloadLimit(context, { userId, file });
  const endsAt = clock() + DOWNLOAD_LINK_MS;
  const token = signerOf(config.dataFolder).sign(
    `${member}.${file.publicId}.${endsAt.toString(36)}`,
  );
  return {
    url: `${DOWNLOADS_PATH}/${token}`,
    name: file.name,
    expiresAt: iso(endsAt),
  };
}

/** @returns the content of a token, or null if its signature is invalid */
function parseDownloadToken(dataFolder: string, token: string): DownloadClaim | null {
  const signer = signerOf(dataFolder);
  const claim = signer.read(token);
  // Only the canonical encoding is valid.
  if (claim === null || signer.sign(claim) !== token) return null;
  const [member = '', version = '', ends = ''] = claim.split('.');
  return { member, version, endsAt: Number.parseInt(ends, 36) };
}

/**
 * Checks the daily limit per file version; counts bytes, so that a resumed download counts once.
 * @throws DomainError DOWNLOAD_LIMIT_REACHED with the time to retry
 */
function assertWithinDownloadLimit(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { userId, file }: { userId: number; file: Pick<FileVersionRow, 'id' | 'bytes'> },
): void {
  const times = settingOf(database, 'downloads-a-day');
  if (times === 0 || file.bytes === 0) return;
  const after = clock() - DAY_MS;
  const { bytes, firstAt } = sumDownloaded(database, { userId, versionId: file.id, after });
  if (bytes < times * file.bytes || firstAt === null) return;
  throw new DomainError('DOWNLOAD_LIMIT_REACHED', {
    retryAfter: (firstAt + DAY_MS - clock()) / 1000,
  });
}
