import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { readBounded } from '../transport.ts';
import { errorOfConnection, errorOfResponse, StorageError } from './storage-error.ts';

/** A bucket of an S3-compatible store, or a folder of it. */
export interface BucketOptions {
  /** Origin of the store, without a slash at its end. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Start of all names, empty or with a slash at its end. */
  prefix: string;
  keys: { id: string; secret: string };
}

/** Settings of the connection that have nothing to do with the bucket. */
export interface ConnectionOptions {
  /** Milliseconds to the next attempt after so many attempts. */
  pauseAfter: (attempts: number) => number;
  /** Ends calls under way when the server stops. */
  signal?: AbortSignal;
  /** Milliseconds without progress after which a call fails. */
  timeoutMs?: number;
  /** Bytes of the chunks of a large file, at least 5 MiB on most stores. */
  chunkBytes?: number;
}

export interface ListedObject {
  /** Without the prefix of the bucket. */
  name: string;
  bytes: number;
  /** Changes with the content. */
  etag: string;
}

export interface ObjectHeaders {
  contentType?: string;
  cacheControl?: string;
}

/** Part of an object, including its last byte. */
export interface ObjectRange {
  start: number;
  end: number;
}

/**
 * Objects of a bucket by name. All calls throw StorageError, and retry temporary failures first. A name that is empty
 * or has an empty segment, `.` or `..` is an error of the caller.
 */
export interface Bucket {
  /** For messages: `s3://bucket/prefix`. */
  readonly url: string;
  /**
   * Stores bytes or a file; a large file goes in chunks. The store compares the SHA-256 of what
   * arrives, and keeps that of the whole for `get`.
   * @returns the ETag, as `list` has it
   */
  put(
    name: string,
    source: Uint8Array | { file: string },
    headers?: ObjectHeaders,
  ): Promise<string>;
  /** Streams an object or a range of it, and goes on after interruptions. A damaged whole one fails at its end. */
  get(name: string, range?: ObjectRange): Promise<Readable>;
  /** Returns the size and SHA-256 of an object, if it was stored by `put`; null if it is missing. */
  head(name: string): Promise<{ bytes: number; sha256: string | null; etag: string } | null>;
  /** Deletes an object; a missing one is no error. */
  delete(name: string): Promise<void>;
  /** Lists the objects whose names start with a prefix, without placeholders of folders and other unusable names. */
  list(prefix: string): AsyncGenerator<ListedObject>;
  /** True if everyone can read an object without keys. */
  isPublic(name: string): Promise<boolean>;
  /** Returns a URL that everyone can download an object from for some seconds. */
  sign(name: string, options: { seconds: number; disposition: string }): Promise<string>;
}

const TIMEOUT_MS = 20_000;
/** Bytes per second that an upload has at least; slower ones fail. */
const SLOWEST_BYTES = 32 * 1024;
const ATTEMPTS_MAX = 4;
const CHUNK_BYTES = 8 * 1_048_576;
const CHUNKS_MAX = 10_000;
const CHUNKS_AT_ONCE = 2;
const DOCUMENT_BYTES_MAX = 8 * 1_048_576;
/** Metadata that holds the SHA-256 of the whole object, in hexadecimal. */
const SHA256_HEADER = 'x-amz-meta-sha256';

interface Call {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const EMPTY_SHA256 = sha256Of(new Uint8Array());

/** Opens a bucket. Nothing is sent before the first call. */
export function openBucket(options: BucketOptions, connection: ConnectionOptions): Bucket {
  const { endpoint, region, bucket, prefix, keys } = options;
  const { pauseAfter, signal, timeoutMs = TIMEOUT_MS, chunkBytes = CHUNK_BYTES } = connection;
  const place = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  const client = new AwsClient({
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
    service: 's3',
    region,
  });

  /**
   * Path-style URLs work with every store and with bucket names that have dots.
   * @param name null for the bucket itself
   */
  function urlOf(name: string | null, query: Record<string, string> = {}): URL {
    const key = `${prefix}${name}`;
    if (name !== null && !isObjectKey(key)) throw new Error(`'${name}' is no name of an object`);
    const segments = name === null ? [] : key.split('/');
    const path = [bucket, ...segments].map(encodeURIComponent).join('/');
    const url = new URL(`${endpoint}/${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }

  /** Sends a request once. @returns the response if it is a success, with its body unread */
  async function attempt(method: string, name: string | null, call: Call, until: AbortSignal) {
    const { query, headers, body } = call;
    const signed = await client.sign(urlOf(name, query), {
      method,
      headers: { ...headers, 'x-amz-content-sha256': body ? sha256Of(body) : EMPTY_SHA256 },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    // The hash is that of the bytes as they are stored. Proxies may change this header, so it is not signed.
    signed.headers.set('accept-encoding', 'identity');
    try {
      const response = await fetch(signed, { redirect: 'manual', signal: until });
      if (response.ok) return response;
      const text = (await readBounded(response, DOCUMENT_BYTES_MAX)).toString();
      const { status, headers: responseHeaders } = response;
      throw errorOfResponse(place, { status, headers: responseHeaders, body: text });
    } catch (error) {
      throw errorOfConnection(place, error);
    }
  }

  /** Runs a call until it succeeds, fails permanently, or has failed several times. */
  async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await work();
      } catch (error) {
        const retriable = error instanceof StorageError && error.isTemporary;
        if (!retriable || attempts >= ATTEMPTS_MAX) throw error;
        await rest(Math.max(pauseAfter(attempts), error.retryAfterMs));
      }
    }
  }

  async function rest(milliseconds: number): Promise<void> {
    try {
      await pause(milliseconds, undefined, signal && { signal });
    } catch (error) {
      throw errorOfConnection(place, error);
    }
  }

  const within = (milliseconds: number) =>
    AbortSignal.any([AbortSignal.timeout(milliseconds), ...(signal ? [signal] : [])]);

  /** Sends a request whose response is a short document. */
  const send = (method: string, name: string | null, call: Call = {}) =>
    persist(async () => {
      const bytes = call.body?.length ?? 0;
      const limit = within(timeoutMs + Math.ceil((bytes / SLOWEST_BYTES) * 1000));
      const response = await attempt(method, name, call, limit);
      try {
        const text = (await readBounded(response, DOCUMENT_BYTES_MAX)).toString();
        return { headers: response.headers, text };
      } catch (error) {
        throw errorOfConnection(place, error);
      }
    });

  async function putBytes(name: string, body: Uint8Array, headers: Record<string, string>) {
    const stored = await send('PUT', name, {
      body,
      headers: { ...headers, [SHA256_HEADER]: sha256Of(body) },
    });
    return etagOf(stored.headers);
  }

  async function putFile(name: string, file: string, headers: Record<string, string>) {
    await using handle = await open(file, 'r');
    const { size } = await handle.stat();
    if (size <= chunkBytes) {
      const body = await readExactly(handle, 0, size);
      return await putBytes(name, body, headers);
    }
    return await putInChunks(name, handle, size, headers);
  }

  async function putInChunks(
    name: string,
    handle: FileHandle,
    size: number,
    headers: Record<string, string>,
  ): Promise<string> {
    const length = Math.max(chunkBytes, Math.ceil(size / CHUNKS_MAX));
    const hash = createHash('sha256');
    for (let start = 0; start < size; start += length) {
      hash.update(await readExactly(handle, start, Math.min(length, size - start)));
    }
    const begun = await send('POST', name, {
      query: { uploads: '' },
      headers: { ...headers, [SHA256_HEADER]: hash.digest('hex') },
    });
    const uploadId = elementOf(begun.text, 'UploadId');
    try {
      const etags: string[] = [];
      const count = Math.ceil(size / length);
      let next = 0;
      const sendChunks = async () => {
        while (next < count) {
          const index = next;
          next += 1;
          const start = index * length;
          const body = await readExactly(handle, start, Math.min(length, size - start));
          const query = { partNumber: String(index + 1), uploadId };
          const stored = await send('PUT', name, { query, body });
          etags[index] = stored.headers.get('etag') ?? '';
        }
      };
      // No chunk may be under way when the upload is completed or aborted.
      const results = await Promise.allSettled(
        Array.from({ length: CHUNKS_AT_ONCE }, () =>
          sendChunks().catch((error: unknown) => {
            next = count;
            throw error;
          }),
        ),
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      const parts = etags.map(
        (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      return await completeUpload(name, uploadId, size, parts.join(''));
    } catch (error) {
      // Chunks that stay cost space until the store removes them; the first error says more.
      await send('DELETE', name, { query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  /** Joins the chunks. Stores may report a failure of this in a document with status 200. */
  async function completeUpload(name: string, uploadId: string, size: number, parts: string) {
    const body = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
    const headers = { 'content-type': 'application/xml' };
    try {
      const { text } = await send('POST', name, { query: { uploadId }, body, headers });
      if (/<Error>/.test(text)) {
        throw errorOfResponse(place, { status: 500, headers: new Headers(), body: text });
      }
    } catch (error) {
      // The first attempt may have joined them before its response was lost.
      if (!(error instanceof StorageError && error.failure === 'missing')) throw error;
    }
    const stored = await head(name);
    if (stored?.bytes === size) return stored.etag;
    throw new StorageError('damaged', `${place} did not store ${name} as a whole.`);
  }

  async function head(name: string) {
    try {
      const { headers } = await send('HEAD', name);
      return {
        bytes: Number(headers.get('content-length')),
        sha256: headers.get(SHA256_HEADER),
        etag: etagOf(headers),
      };
    } catch (error) {
      if (error instanceof StorageError && error.failure === 'missing') return null;
      throw error;
    }
  }

  /** Opens a stream at an offset. It fails unless `kick` is called before each timeout. */
  async function openAt(name: string, { start, end }: { start: number; end: number | null }) {
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(new DOMException('No progress', 'TimeoutError')),
      timeoutMs,
    ).unref();
    const until = AbortSignal.any([controller.signal, ...(signal ? [signal] : [])]);
    const isWhole = start === 0 && end === null;
    const headers: Record<string, string> = isWhole ? {} : { range: `bytes=${start}-${end ?? ''}` };
    try {
      const response = await attempt('GET', name, { headers }, until);
      return { response, kick: () => timer.refresh(), stop: () => clearTimeout(timer) };
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  }

  type Opened = Awaited<ReturnType<typeof openAt>>;

  async function* read(name: string, range: ObjectRange | undefined, first: Opened) {
    const sha256 = range ? null : first.response.headers.get(SHA256_HEADER);
    const hash = createHash('sha256');
    let opened = first;
    let at = range?.start ?? 0;
    const end = range?.end ?? Number(first.response.headers.get('content-length')) - 1;
    const etag = first.response.headers.get('etag');
    let failures = 0;
    while (at <= end) {
      try {
        for await (const chunk of opened.response.body ?? []) {
          opened.kick();
          at += chunk.length;
          failures = 0;
          hash.update(chunk);
          yield chunk;
          opened.kick();
        }
        if (at <= end) throw new StorageError('damaged', `${place} sent only a part of ${name}.`);
      } catch (thrown) {
        const error = errorOfConnection(place, thrown);
        failures += 1;
        if (!error.isTemporary || failures >= ATTEMPTS_MAX) throw error;
        await rest(pauseAfter(failures));
        const next = await persist(() => openAt(name, { start: at, end }));
        opened.stop();
        opened = next;
        if (next.response.status !== 206 || next.response.headers.get('etag') !== etag) {
          await next.response.body?.cancel();
          throw new StorageError('damaged', `${name} in ${place} has changed meanwhile.`);
        }
      } finally {
        opened.stop();
      }
    }
    opened.stop();
    if (sha256 !== null && sha256 !== hash.digest('hex')) {
      throw new StorageError('damaged', `${name} in ${place} is damaged.`);
    }
  }

  return {
    url: place,
    async put(name, source, { contentType, cacheControl } = {}) {
      const headers = {
        'content-type': contentType ?? 'application/octet-stream',
        ...(cacheControl && { 'cache-control': cacheControl }),
      };
      if ('file' in source) return putFile(name, source.file, headers);
      return putBytes(name, source, headers);
    },
    async get(name, range) {
      const from = { start: range?.start ?? 0, end: range?.end ?? null };
      const opened = await persist(() => openAt(name, from));
      return Readable.from(read(name, range, opened), { objectMode: false });
    },
    head,
    async delete(name) {
      try {
        await send('DELETE', name);
      } catch (error) {
        if (!(error instanceof StorageError && error.failure === 'missing')) throw error;
      }
    },
    async *list(start) {
      for (let token = ''; ; ) {
        const { text } = await send('GET', null, {
          query: {
            'list-type': '2',
            'encoding-type': 'url',
            prefix: prefix + start,
            ...(token && { 'continuation-token': token }),
          },
        });
        const isEncoded = /<EncodingType>url<\/EncodingType>/.test(text);
        for (const entry of text.split('<Contents>').slice(1)) {
          const key = elementOf(entry, 'Key');
          const decoded = isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
          if (!isObjectKey(decoded)) continue;
          yield {
            name: decoded.slice(prefix.length),
            bytes: Number(elementOf(entry, 'Size')),
            etag: unquoted(elementOf(entry, 'ETag')),
          };
        }
        if (!/<IsTruncated>true<\/IsTruncated>/.test(text)) return;
        token = elementOf(text, 'NextContinuationToken');
      }
    },
    async isPublic(name) {
      try {
        const response = await fetch(urlOf(name), {
          redirect: 'manual',
          signal: within(timeoutMs),
        });
        await response.body?.cancel();
        return response.ok;
      } catch (error) {
        throw errorOfConnection(place, error);
      }
    },
    async sign(name, { seconds, disposition }) {
      const url = urlOf(name, {
        'X-Amz-Expires': String(seconds),
        'response-content-disposition': disposition,
        'response-cache-control': 'private, no-store',
      });
      const { url: signed } = await client.sign(url, { method: 'GET', aws: { signQuery: true } });
      return signed;
    },
  };
}

/** True if a URL can name an object: its path has no segment that is empty or that clients resolve. */
const isObjectKey = (key: string) =>
  !key.split('/').some((segment) => ['', '.', '..'].includes(segment));

const unquoted = (etag: string) => etag.replace(/^"|"$/g, '');
const etagOf = (headers: Headers) => unquoted(headers.get('etag') ?? '');

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** Returns the text of an element of a store's document. @throws StorageError if it is missing */
function elementOf(document: string, name: string): string {
  const start = document.indexOf(`<${name}>`);
  const end = document.indexOf(`</${name}>`, start);
  if (start === -1 || end === -1) {
    throw new StorageError('refused', `The store sent a document without ${name}.`);
  }
  const text = document.slice(start + name.length + 2, end);
  return text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity);
}

async function readExactly(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(buffer, done, length - done, start + done);
    if (bytesRead === 0) throw new Error('a file became shorter while it was read');
    done += bytesRead;
  }
  return buffer;
}
