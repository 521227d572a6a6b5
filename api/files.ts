import { createHash, randomUUID } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Returns the SHA-256 of a stream in hexadecimal. */
export async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

/** Returns the SHA-256 of a file in hexadecimal. */
export const hashFile = (file: string): Promise<string> => hashStream(createReadStream(file));

/** Reads the first bytes of a file, fewer if the file is shorter. */
export function readStart(file: string, bytes: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(bytes);
    return start.subarray(0, readSync(descriptor, start));
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until the content of a file, or the names in a folder, survive a power loss. */
export async function syncToDisk(fileOrFolder: string): Promise<void> {
  await using handle = await open(fileOrFolder, 'r');
  await handle.sync();
}

/**
 * Creates or replaces a file atomically, and waits until it survives a power loss.
 * @param write creates the temporary file beside it
 */
export async function replaceFile(
  file: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = path.join(folder, `.${path.basename(file)}.${randomUUID()}.tmp`);
  try {
    await write(temporary);
    await syncToDisk(temporary);
    await rename(temporary, file);
  } finally {
    // Renaming a link to another link of the same file does nothing.
    await rm(temporary, { force: true });
  }
  await syncToDisk(folder);
}
