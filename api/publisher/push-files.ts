import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type PushPayload, pushPayload } from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import {
  deletePushedObject,
  findPushedObject,
  readSiteId,
  recordPushedObject,
} from '../db/hot/bucket-objects.ts';
import { enqueueJob } from '../db/hot/jobs.ts';
import { hasErrorCode } from '../errors.ts';
import { hashFile } from '../files.ts';
import type { Bucket } from '../integrations/storage/bucket.ts';
import {
  describeOtherOwner,
  findOtherOwner,
  INTERNAL_PREFIX,
  ownerMarkerOf,
  ownerNotice,
} from '../integrations/storage/bucket-owner.ts';
import { StorageError } from '../integrations/storage/storage-error.ts';
import { listFiles } from './build-manifest.ts';
import type { ClaimedJob } from './job-queue.ts';
import { temporaryName } from './page-files.ts';
import { pathRank } from './page-table.ts';
import type { ReleaseTarget } from './release-target.ts';
import { cacheRule, contentTypeOf } from './site-headers.ts';

/** Files that a job names; one with more of them copies everything that has changed. */
const FILES_MAX = 1000;
/** Files sent at the same time. */
const BATCH_SIZE = 8;
/** Size from which a file is streamed instead of read into memory, in bytes. Such files are never replaced. */
const LARGE_BYTES = 8 * 1_048_576;

/** Files of a live release that have changed, as paths below its folder. */
export interface ChangedFiles {
  files: string[];
  images: string[];
}

/** Returns a target that records the files that are written to it. */
export function recordFiles(target: ReleaseTarget): ReleaseTarget & { changed: ChangedFiles } {
  const changed: ChangedFiles = { files: [], images: [] };
  const relative = (file: string) => path.relative(target.siteFolder, file);
  return {
    ...target,
    changed,
    onFile(file) {
      changed.files.push(relative(file));
      target.onFile?.(file);
    },
    onImage: (file) => void changed.images.push(relative(file)),
  };
}

/** Adds the jobs that follow changed files: precompressed copies, and the copy into the bucket. */
export function enqueueFileJobs(target: ReleaseTarget, { files, images }: ChangedFiles): void {
  if (files.length > 0) {
    const job = { kind: 'compress', payload: { files }, now: target.clock() } as const;
    enqueueJob(target.context.database, job);
  }
  enqueuePush(target, [...images, ...files]);
}

/** Adds a job that copies files of a live release into the bucket, if there is one. */
export function enqueuePush(
  { context, isPushed, clock }: Pick<ReleaseTarget, 'context' | 'isPushed' | 'clock'>,
  names: readonly string[],
): void {
  if (!isPushed || names.length === 0) return;
  const payload = { files: names.length > FILES_MAX ? [] : names };
  enqueueJob(context.database, { kind: 'push', payload, now: clock() });
}

/** Merges the payloads of jobs into one. An empty list of files means all files. */
export function mergePushes(jobs: readonly ClaimedJob[]): PushPayload {
  const payloads = jobs.map(({ payload }) => pushPayload.parse(payload));
  const files = [...new Set(payloads.flatMap((payload) => payload.files))];
  const isEverything = payloads.some((payload) => payload.files.length === 0);
  return {
    files: isEverything || files.length > FILES_MAX ? [] : files,
    purge: [...new Set(payloads.flatMap(({ purge }) => purge))],
  };
}

/** A copy of the live release in a bucket. */
export interface PushTarget {
  database: Connection;
  bucket: Bucket;
  /** Absolute folder of the release. */
  siteFolder: string;
  /** True while the release is live and this process may write. */
  mayContinue: () => boolean;
  /** Called between batches of a long copy, so that more urgent work can run first. */
  yieldToOthers: () => Promise<void>;
  /** Called in a transaction, with the URL path of an object that readers may have in their caches and that changes. */
  onChanged: (urlPath: string) => void;
}

/** Returns the name of the object of a file, or null for a file that only other hosts need. */
function objectNameOf(file: string): string | null {
  const isPrivate = /^(?:_headers$|_redirects$|\.)/.test(file);
  if (isPrivate || /\.(?:br|gz)$/.test(file) || temporaryName.test(path.basename(file)))
    return null;
  // Stores have no index of a folder, so the object of a page has the path of the page.
  return file === 'index.html' ? file : file.replace(/\/index\.html$/, '');
}

/** Returns the URL path of an object. */
const urlPathOf = (name: string) => (name === 'index.html' ? '/' : `/${name}`);

/** Returns the order of copying: assets, then articles, lists and feeds. */
function rankOf(name: string): number {
  const isPage = path.extname(name) === '' || name.endsWith('.html');
  if (isPage) return 1 + pathRank(urlPathOf(name));
  return /\.(?:xml|json|txt|md)$/.test(name) ? 3 : 0;
}

/** True if the content of a file never changes under its name. */
const isImmutable = (name: string) => cacheRule(urlPathOf(name)).includes('immutable');

interface FileToPush {
  file: string;
  name: string;
}

/**
 * Copies files of the release that differ from their objects, assets before pages, and deletes the
 * objects of missing files afterwards. Copying twice changes nothing.
 * @throws StorageError
 */
export async function pushFiles(target: PushTarget, files: readonly string[]): Promise<void> {
  const wanted: FileToPush[] = [];
  for (const file of files) {
    const name = objectNameOf(file);
    if (name !== null) wanted.push({ file, name });
  }
  await pushAll(target, wanted);
}

async function pushAll(target: PushTarget, files: readonly FileToPush[]): Promise<void> {
  const missing: string[] = [];
  for (const rank of [0, 1, 2, 3]) {
    const ofRank = files.filter(({ name }) => rankOf(name) === rank);
    await inBatches(target, ofRank, async (one) => {
      const isFound = await pushFile(target, one);
      if (!isFound) missing.push(one.name);
    });
  }
  await removeObjects(target, missing);
}

/** Runs work for a batch of items at a time. */
async function inBatches<Item>(
  target: PushTarget,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    if (!target.mayContinue()) throw new StorageError('stopped', 'The copy is interrupted.');
    const results = await Promise.allSettled(items.slice(start, start + BATCH_SIZE).map(work));
    // A failed attempt ends after its last request, so that nothing is recorded during the next one.
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    await target.yieldToOthers();
  }
}

/** @returns false if the file is missing */
async function pushFile(
  { database, bucket, siteFolder, onChanged }: PushTarget,
  { file, name }: FileToPush,
): Promise<boolean> {
  const content = await readContent(path.join(siteFolder, file));
  if (content === null) return false;
  const { source, sha256 } = content;
  const known = findPushedObject(database, name);
  if (known?.sha256 === sha256) return true;
  const extension = path.extname(name) || '.html';
  const etag = await bucket.put(name, source, {
    contentType: contentTypeOf(extension),
    cacheControl: cacheRule(urlPathOf(name)),
  });
  await database.write(() => {
    recordPushedObject(database, { name, sha256, etag });
    // A CDN may also have the response for a missing file.
    if (known || !isImmutable(name)) onChanged(urlPathOf(name));
  });
  return true;
}

async function removeObjects(target: PushTarget, names: readonly string[]): Promise<void> {
  const { database, bucket, onChanged } = target;
  const assetsLast = names.toSorted((one, other) => rankOf(other) - rankOf(one));
  await inBatches(target, assetsLast, async (name) => {
    // First, because a later attempt may not find the object.
    await database.write(() => {
      deletePushedObject(database, name);
      onChanged(urlPathOf(name));
    });
    await bucket.delete(name);
  });
}

/** Returns what to send of a file with its SHA-256, or null if it is missing. */
async function readContent(file: string) {
  try {
    if ((await stat(file)).size >= LARGE_BYTES) {
      return { source: { file }, sha256: await hashFile(file) };
    }
    const source = await readFile(file);
    return { source, sha256: createHash('sha256').update(source).digest('hex') };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/**
 * Makes the bucket match the release, also after others have changed it.
 * @throws StorageError
 */
export async function pushRelease(target: PushTarget): Promise<void> {
  const { database, bucket, siteFolder } = target;
  const stored = new Map<string, string>();
  for await (const { name, etag } of bucket.list('')) stored.set(name, etag);
  const reject = (reason: string) => {
    throw new StorageError('refused', `${bucket.url} contains ${reason}`);
  };
  const siteId = readSiteId(database);
  const marker = ownerMarkerOf(siteId);
  const names = [...stored.keys()];
  const otherOwner = findOtherOwner(names, siteId);
  if (otherOwner !== undefined) reject(describeOtherOwner(otherOwner, 'PUBLISH_TO'));
  if (!stored.has(marker)) {
    if (!stored.has(INTERNAL_PREFIX) && names.some((name) => !name.startsWith(INTERNAL_PREFIX))) {
      reject(
        'files that this site did not put there. Empty it, or name an unused folder in PUBLISH_TO.',
      );
    }
    // Another site may use the bucket if its marker was deleted.
    await bucket.put(INTERNAL_PREFIX, ownerNotice);
    await bucket.put(marker, ownerNotice);
  }
  for (const name of names) {
    if (name.startsWith(INTERNAL_PREFIX)) stored.delete(name);
  }
  const files: FileToPush[] = [];
  for (const file of listFiles(siteFolder)) {
    const name = objectNameOf(file);
    if (name === null) continue;
    const known = findPushedObject(database, name);
    const isStored = known !== undefined && stored.get(name) === known.etag;
    if (known && !isStored) await database.write(() => deletePushedObject(database, name));
    stored.delete(name);
    if (!isStored || !isImmutable(name)) files.push({ file, name });
  }
  await pushAll(target, files);
  await removeObjects(target, [...stored.keys()]);
}
