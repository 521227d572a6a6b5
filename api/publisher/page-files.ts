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
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** Endings of the compressed twins that may stand beside a file. */
export const twinEndings = ['.br', '.gz'] as const;

/** How a temporary file is called: hidden, and telling whose it is. */
export const temporaryName = /^\.(.+)\.(\d+)\.(\d+)\.tmp$/;
let temporaryCount = 0;

function temporaryFor(file: string): string {
  temporaryCount += 1;
  const name = `.${path.basename(file)}.${process.pid}.${temporaryCount}.tmp`;
  return path.join(path.dirname(file), name);
}

/**
 * Puts a file in place whole or not at all. Its compressed twins go first, so that none is ever
 * served beside a newer page.
 * @param durable waits until the disk has it; a fresh release syncs once at its end instead
 */
export function writePageFile(file: string, body: string | Buffer, durable: boolean): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  const temporary = temporaryFor(file);
  const handle = openSync(temporary, 'wx', 0o644);
  try {
    try {
      writeWhole(handle, typeof body === 'string' ? Buffer.from(body) : body);
      if (durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    removeTwins(file);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncFolder(folder);
}

/** Writes a file that nobody sees yet and that is synced with all others later. */
export function writeFreshFile(file: string, body: Buffer): void {
  // Most pages are the first file of their folder, so making it first is the shorter way.
  makeFolder(path.dirname(file));
  writeFileSync(file, body);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) mkdirSync(folder, { recursive: true });
  }
}

function writeWhole(handle: number, body: Buffer): void {
  for (let done = 0; done < body.length; ) done += writeSync(handle, body, done);
}

export function removeTwins(file: string): void {
  for (const ending of twinEndings) removeIfThere(file + ending);
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Takes a page away, and its folder when nothing else is in it. @returns whether it was there */
export function removePageFile(file: string, durable: boolean): boolean {
  if (!existsSync(file)) return false;
  removeTwins(file);
  removeIfThere(file);
  const folder = path.dirname(file);
  if (path.basename(file) === 'index.html') {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    }
  }
  if (durable) syncFolder(existsSync(folder) ? folder : path.dirname(folder));
  return true;
}

/** Makes a renamed or removed entry survive a power cut. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Puts a file that has been made anew in the place of the one shared before. @returns whether it was */
export function shareFileAnew(source: string, target: string): boolean {
  const present = statSync(target, { throwIfNoEntry: false });
  const wanted = statSync(source);
  // A copy, where links are impossible, has at least its size and is not older.
  const same = present?.ino === wanted.ino || isCopyOf(present, wanted);
  if (same) return false;
  const temporary = temporaryFor(target);
  shareFile(source, temporary);
  renameSync(temporary, target);
  return true;
}

function isCopyOf(present: Stats | undefined, wanted: Stats): boolean {
  return (
    present !== undefined &&
    present.dev !== wanted.dev &&
    present.size === wanted.size &&
    present.mtimeMs >= wanted.mtimeMs
  );
}

/** Shares a file with the release: a hard link where the file system allows it, else a copy. */
export function shareFile(source: string, target: string): void {
  if (existsSync(target)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  try {
    linkSync(source, target);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK')) throw error;
    const temporary = temporaryFor(target);
    copyFileSync(source, temporary);
    renameSync(temporary, target);
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
