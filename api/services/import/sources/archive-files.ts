import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** The archive cannot be imported; the message is for the user. */
export class InvalidArchiveError extends Error {}

/** Files of an archive or folder; names contain slashes and no `..`. */
export interface ArchiveFiles {
  /** In a fixed order. */
  names: string[];
  /** Symbolic links and duplicate entries, which are not read. */
  skippedNames: string[];
  /**
   * Returns the content of a file. @throws InvalidArchiveError if it is larger than `maxBytes` or
   * damaged
   */
  read(name: string, maxBytes: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Reads a stream of at most `maxBytes` bytes. @throws InvalidArchiveError */
export async function readBounded(
  stream: Readable,
  name: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      stream.destroy();
      throw new InvalidArchiveError(
        `${name} in it is larger than ${Math.round(maxBytes / 1_048_576)} MB.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Opens the files of an unpacked archive, without hidden ones. */
export async function openFolder(folder: string): Promise<ArchiveFiles> {
  const names: string[] = [];
  const skippedNames: string[] = [];
  const folders = [''];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const name = path.posix.join(below, entry.name);
      if (entry.isDirectory()) folders.push(name);
      else (entry.isFile() ? names : skippedNames).push(name);
    }
  }
  return filesOf(folder, names.sort(), skippedNames.sort());
}

/** Opens a single file as an archive. */
export function openSingle(file: string): ArchiveFiles {
  return filesOf(path.dirname(file), [path.basename(file)], []);
}

function filesOf(folder: string, names: string[], skippedNames: string[]): ArchiveFiles {
  return {
    names,
    skippedNames,
    read: (name, maxBytes) =>
      readBounded(createReadStream(path.join(folder, name)), name, maxBytes),
    close: async () => undefined,
  };
}

/** Decodes UTF-8. @throws InvalidArchiveError if it is not valid */
export function decodeText(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new InvalidArchiveError(`${name} in it is not UTF-8 text.`, { cause: error });
  }
}
