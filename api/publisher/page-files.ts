import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hasErrorCode } from '../errors.ts';

/** Endings of precompressed copies. */
export const compressedEndings = ['.br', '.gz'] as const;

/** Name of a temporary file: hidden, with the id of its process. */
export const temporaryName = /^\.(.+)\.(\d+)\.(\d+)\.tmp$/;
let temporaryCount = 0;

function temporaryFor(file: string): string {
  temporaryCount += 1;
  const name = `.${path.basename(file)}.${process.pid}.${temporaryCount}.tmp`;
  return path.join(path.dirname(file), name);
}

/**
 * Writes a file atomically; deletes its precompressed copies first, so that no copy is served with a newer page.
 * @param durable waits until it is on disk; a new release is synced once at its end
 */
export function writePageFile(file: string, body: string | Buffer, durable: boolean): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  const temporary = temporaryFor(file);
  try {
    writeFileSync(temporary, body, { flag: 'wx', mode: 0o644, flush: durable });
    removeCompressedCopies(file);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncFolder(folder);
}

/** Writes a file of a release that is not live; it is synced with all others later. */
export function writeFreshFile(file: string, body: Buffer): void {
  // Most pages are the first file of their folder, so the folder is usually missing.
  makeFolder(path.dirname(file));
  writeFileSync(file, body);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) mkdirSync(folder, { recursive: true });
  }
}

export function removeCompressedCopies(file: string): void {
  for (const ending of compressedEndings) removeIfExists(file + ending);
}

function removeIfExists(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
  }
}

/** Deletes a page, and its folder if that is empty. @returns true if it existed */
export function removePageFile(file: string, durable: boolean): boolean {
  if (!existsSync(file)) return false;
  removeCompressedCopies(file);
  removeIfExists(file);
  const folder = path.dirname(file);
  if (path.basename(file) === 'index.html') {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (!hasErrorCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    }
  }
  if (durable) syncFolder(existsSync(folder) ? folder : path.dirname(folder));
  return true;
}

/** Makes renames and deletions in a folder survive a power loss. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a shared file if it has changed. @returns true if it was replaced */
export function replaceSharedFile(source: string, target: string): boolean {
  const targetStats = statSync(target, { throwIfNoEntry: false });
  const sourceStats = statSync(source);
  if (targetStats?.ino === sourceStats.ino || isCopyOf(targetStats, sourceStats)) return false;
  const temporary = temporaryFor(target);
  linkOrCopyFile(source, temporary);
  renameSync(temporary, target);
  return true;
}

/** True if a file on another file system is an up-to-date copy, which replaces a link there. */
function isCopyOf(target: Stats | undefined, source: Stats): boolean {
  return (
    target !== undefined &&
    target.dev !== source.dev &&
    target.size === source.size &&
    target.mtimeMs >= source.mtimeMs
  );
}

/**
 * Creates a hard link in the release, or a copy if the file system does not support links.
 * @returns false if the file is there already
 */
export function linkOrCopyFile(source: string, target: string): boolean {
  if (existsSync(target)) return false;
  mkdirSync(path.dirname(target), { recursive: true });
  try {
    linkSync(source, target);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    if (!hasErrorCode(error, 'EXDEV', 'EPERM', 'EMLINK')) throw error;
    const temporary = temporaryFor(target);
    copyFileSync(source, temporary);
    renameSync(temporary, target);
  }
  return true;
}

const brotliAsync = promisify(brotliCompress);

const gzipAsync = promisify(gzip);

/** Brotli 9 is within 2 % of 11 on these pages in a tenth of the time. */
const BROTLI_QUALITY = 9;

/** Window bits; small windows avoid allocating large tables, with equal results below 64 KB. */
const BROTLI_WINDOW_MIN = 16;

const BROTLI_WINDOW_MAX = 22;

/** Minimum size; headers outweigh the gain below it. */
const BYTES_MIN = 600;

const compressible = /\.(html|css|js|mjs|json|xml|txt|md|svg|webmanifest|map)$/;

/**
 * Writes the precompressed copies of a file, unless it changes meanwhile.
 * Keeps existing copies, because replacing a file deletes them.
 * @param file absolute path
 */
export async function compressFile(file: string): Promise<void> {
  if (!compressible.test(file)) return;
  const before = inodeOf(file);
  if (before === null || compressedEndings.every((ending) => existsSync(file + ending))) return;
  const body = await readFile(file).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (body === null || body.length < BYTES_MIN) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const copies = {
    '.br': await brotliAsync(body, { params }),
    '.gz': await gzipAsync(body, { level: 9 }),
  };
  for (const [ending, compressed] of Object.entries(copies)) {
    const name = `.${path.basename(file)}${ending}.${process.pid}.0.tmp`;
    const temporary = path.join(path.dirname(file), name);
    // The rest is synchronous, so the page cannot be replaced meanwhile.
    if (inodeOf(file) !== before) return;
    try {
      writeFileSync(temporary, compressed);
      renameSync(temporary, file + ending);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}

function windowFor(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes));
  return Math.min(BROTLI_WINDOW_MAX, Math.max(BROTLI_WINDOW_MIN, bits));
}

/** Pages are replaced by renaming, so new content has a new inode. */
function inodeOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino}.${stats.mtimeMs}` : null;
}
