import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { hasErrorCode } from '../errors.ts';
import { readRedirectPage } from '../publisher/page-source.ts';
import { contentTypeOf, FRAME_POLICY } from '../publisher/site-headers.ts';

/** Maximum bytes of cached files. */
const CACHE_BYTES = 96 * 1024 * 1024;
/** Larger files are read from the disk each time. */
const CACHED_FILE_BYTES = 2 * 1024 * 1024;
/** Milliseconds between two checks for precompressed copies of a file that has none. */
const PRECOMPRESSED_RECHECK_MS = 1000;

export type Encoding = 'br' | 'gzip';

/** File as served. Buffers are shared: callers must not change them. */
export interface StaticFile {
  body: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
  etag: string;
  type: string;
  /** Target of a redirect page. */
  redirect: string | null;
  /** CSP of the page, which is also sent as a header. */
  contentSecurityPolicy: string | null;
  /** A video, which can be larger than the memory and is read while it is sent; its body is empty. */
  video: { file: string; bytes: number } | null;
}

interface Entry extends StaticFile {
  stamp: string;
  bytes: number;
  checkedAt: number;
}

/**
 * Caches files of the release in memory while they are unchanged on disk. Each request checks the
 * file system, so a page is updated as soon as the publisher has renamed it.
 */
export class StaticFiles {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    // The cache does not accept a size of 0.
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });

  /** @returns null if the file does not exist */
  read(file: string): StaticFile | null {
    const found = lookUp(file);
    if (!found?.isFile()) return null;
    const stamp = `${found.ino}.${found.mtimeMs}.${found.size}`;
    if (contentTypeOf(path.extname(file)).startsWith('video/')) {
      const video = { file, bytes: found.size };
      return { ...staticFileOf(file, Buffer.alloc(0)), etag: etagOf(stamp), video };
    }
    const cached = this.#entries.get(file);
    if (cached?.stamp === stamp) {
      if (cached.encoded.br || performance.now() - cached.checkedAt < PRECOMPRESSED_RECHECK_MS) {
        return cached;
      }
    }
    const entry = loadEntry(file, stamp, found.mtimeMs);
    if (found.size <= CACHED_FILE_BYTES) this.#entries.set(file, entry);
    else this.#entries.delete(file);
    return entry;
  }
}

function lookUp(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // A URL can be longer than any file name.
    if (hasErrorCode(error, 'ENAMETOOLONG')) return undefined;
    throw error;
  }
}

function loadEntry(file: string, stamp: string, modifiedAt: number): Entry {
  const body = readFileSync(file);
  const encoded: Entry['encoded'] = {};
  const br = readPrecompressed(`${file}.br`, modifiedAt);
  const gzip = readPrecompressed(`${file}.gz`, modifiedAt);
  if (br) encoded.br = br;
  if (gzip) encoded.gzip = gzip;
  return {
    ...staticFileOf(file, body),
    encoded,
    stamp,
    bytes: body.length + (br?.length ?? 0) + (gzip?.length ?? 0),
    checkedAt: performance.now(),
  };
}

/** Returns the response for a file with this name and content. */
export function staticFileOf(file: string, body: Buffer): StaticFile {
  const type = contentTypeOf(path.extname(file));
  const html = type.startsWith('text/html');
  return {
    body,
    encoded: {},
    etag: etagOf(body),
    type,
    redirect: html ? readRedirectPage(body) : null,
    contentSecurityPolicy: html ? readPolicy(body) : null,
    video: null,
  };
}

const etagOf = (content: Buffer | string) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Reads a precompressed copy unless it is older than its file. */
function readPrecompressed(file: string, modifiedAt: number): Buffer | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && found.mtimeMs >= modifiedAt ? readFileSync(file) : null;
}

const policy = /<meta http-equiv="content-security-policy" content="([^"]+)">/;
/** Only the beginning of a page is searched for its CSP, because articles can be long. */
const HEAD_BYTES = 64 * 1024;

function readPolicy(body: Buffer): string | null {
  const content = policy.exec(body.toString('latin1', 0, HEAD_BYTES))?.[1];
  if (content === undefined) return null;
  return `${content.replace(/;\s*$/, '')}; ${FRAME_POLICY}`;
}
