import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder, uploadsFolder } from '../media/files.ts';

/** Folder of what buyers get, absolute. Nothing of it is served as it stands. */
export const productFilesFolder = (dataFolder: string) =>
  path.join(uploadsFolder(dataFolder), 'products');

/** Folder of what is being uploaded, absolute, on the same disk. */
export const partsFolder = (dataFolder: string) => path.join(dataFolder, 'product-parts');

/** Name of a stored file: random, and nothing that a path could be made of. */
export const storedName = /^[\da-f]{32}$/;

const partOf = (dataFolder: string, id: string) => path.join(partsFolder(dataFolder), id);
/** A file that is there as a whole, absolute. */
export const fileOf = (dataFolder: string, id: string) =>
  path.join(productFilesFolder(dataFolder), id);

/** Bytes that are free for this process on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Begins a file that bytes are added to. */
export async function beginPart(dataFolder: string, id: string): Promise<void> {
  await mkdir(partsFolder(dataFolder), { recursive: true, mode: 0o700 });
  await (await open(partOf(dataFolder, id), 'wx', 0o600)).close();
}

/** How much of an upload is there, or null where nothing is. */
export function bytesThere(dataFolder: string, id: string): number | null {
  const file = [partOf(dataFolder, id), fileOf(dataFolder, id)].find((name) => existsSync(name));
  return file === undefined ? null : statSync(file).size;
}

/**
 * Adds bytes to a part as they arrive, and to the hash. What has arrived before an error stays.
 * @param onBytes hears how far it got
 * @returns where the part ends now
 */
export async function addToPart(
  dataFolder: string,
  id: string,
  { offset, bytes, hash }: { offset: number; bytes: AsyncIterable<Buffer>; hash: Hash | null },
  onBytes: (end: number) => void,
): Promise<number> {
  const handle = await open(partOf(dataFolder, id), 'r+');
  let end = offset;
  try {
    for await (const piece of bytes) {
      for (let from = 0; from < piece.length; ) {
        const { bytesWritten } = await handle.write(piece, from, piece.length - from, end + from);
        from += bytesWritten;
      }
      hash?.update(piece);
      end += piece.length;
      onBytes(end);
    }
    return end;
  } finally {
    await handle.close();
  }
}

/** Moves a whole part to the files that buyers get, once the disk has it. */
export async function keepPart(dataFolder: string, id: string): Promise<void> {
  const part = partOf(dataFolder, id);
  if (!existsSync(part)) return;
  const handle = await open(part, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await mkdir(productFilesFolder(dataFolder), { recursive: true, mode: 0o700 });
  await rename(part, fileOf(dataFolder, id));
  await syncFolder(productFilesFolder(dataFolder));
}

/** SHA-256 of a file that is there, part or whole. */
export async function hashFile(dataFolder: string, id: string): Promise<string> {
  const part = partOf(dataFolder, id);
  const hash = createHash('sha256');
  await pipeline(createReadStream(existsSync(part) ? part : fileOf(dataFolder, id)), hash);
  return hash.digest('hex');
}

/** Takes an upload off the disk, however far it got. */
export async function removeStored(dataFolder: string, id: string): Promise<void> {
  if (!storedName.test(id)) return;
  await rm(partOf(dataFolder, id), { force: true });
  await rm(fileOf(dataFolder, id), { force: true });
}

/** Puts bytes that are there as a whole among the files that buyers get. */
export async function placeStored(dataFolder: string, id: string, bytes: Buffer): Promise<void> {
  await removeStored(dataFolder, id);
  await beginPart(dataFolder, id);
  await addToPart(
    dataFolder,
    id,
    { offset: 0, bytes: Readable.from([bytes]), hash: null },
    () => undefined,
  );
  await keepPart(dataFolder, id);
}
