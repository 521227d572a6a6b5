import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** The archive cannot be imported as a whole; the message is a sentence. */
export class ArchiveUnusable extends Error {}

/** Files of an archive, whether it is packed or not. Names have slashes and lead nowhere else. */
export interface ArchiveFiles {
  /** In a fixed order. */
  names: string[];
  /** Symbolic links, and second entries of one name: none of them is followed or read. */
  passedOver: string[];
  /** The bytes of one file. @throws ArchiveUnusable when there are more than `most`, or damaged ones */
  read(name: string, most: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Reads a stream to its end, and no further than `most` bytes. @throws ArchiveUnusable */
export async function readBounded(stream: Readable, name: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) {
      stream.destroy();
      throw new ArchiveUnusable(`${name} in it is larger than ${Math.round(most / 1_048_576)} MB.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The files below a folder, as somebody has unpacked them. Hidden ones are passed over. */
export async function openFolder(folder: string): Promise<ArchiveFiles> {
  const names: string[] = [];
  const passedOver: string[] = [];
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const name = path.posix.join(below, entry.name);
      if (entry.isDirectory()) folders.push(name);
      else (entry.isFile() ? names : passedOver).push(name);
    }
  }
  return filesOf(folder, names.sort(), passedOver.sort());
}

/** One file, as an archive of its own. */
export function openSingle(file: string): ArchiveFiles {
  return filesOf(path.dirname(file), [path.basename(file)], []);
}

function filesOf(folder: string, names: string[], passedOver: string[]): ArchiveFiles {
  return {
    names,
    passedOver,
    read: (name, most) => readBounded(createReadStream(path.join(folder, name)), name, most),
    close: async () => undefined,
  };
}

/** Text of a file in UTF-8. @throws ArchiveUnusable when it is something else */
export function decodeText(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ArchiveUnusable(`${name} in it is not text in UTF-8.`, { cause: error });
  }
}
