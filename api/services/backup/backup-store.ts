import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../media/media-files.ts';
import { linkOrCopyFile, syncFile } from '../tar-archive.ts';

export interface StoredFile {
  /** Path below the store, with slashes. */
  name: string;
  bytes: number;
}

/** Place of backups. A file is stored as a whole or not at all, and is never changed afterwards. */
export interface BackupStore {
  /** Path or URL for messages. */
  readonly location: string;
  /** True if others run it, so that it only gets encrypted files. */
  readonly isRemote: boolean;
  /** Stores a local file under a name, and waits until it is durable. */
  put(name: string, file: string): Promise<void>;
  /** @throws FileMissing */
  get(name: string): Promise<Readable>;
  /** Lists the files whose names start with a prefix, which is empty or ends with a slash. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Deletes a file; ignores a missing one. */
  delete(name: string): Promise<void>;
}

/** The store has no file of this name. */
export class FileMissing extends Error {}

/**
 * Creates a store in a folder. A plain file of the same disk is stored as a hard link and takes no
 * space.
 */
export function createFolderStore(folder: string): BackupStore {
  const pathOf = (name: string) => path.join(folder, name);
  return {
    location: folder,
    isRemote: false,
    async put(name, file) {
      const target = pathOf(name);
      const parent = path.dirname(target);
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const temporary = path.join(parent, `.${path.basename(name)}.${process.pid}.tmp`);
      await rm(temporary, { force: true });
      try {
        if (!linkOrCopyFile(file, temporary)) throw new FileMissing(`There is no file ${file}.`);
        await syncFile(temporary);
        await rename(temporary, target);
      } finally {
        // Renaming a link to another link of the same file does nothing.
        await rm(temporary, { force: true });
      }
      await syncFolder(parent);
    },
    async get(name) {
      const file = pathOf(name);
      if (!existsSync(file)) throw new FileMissing(`There is no file ${file}.`);
      return createReadStream(file);
    },
    async list(prefix) {
      const start = pathOf(prefix);
      if (!existsSync(start)) return [];
      const files: StoredFile[] = [];
      for (const entry of await readdir(start, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.name.startsWith('.')) continue;
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(folder, file).split(path.sep).join('/');
        files.push({ name, bytes: (await stat(file)).size });
      }
      return files;
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
  };
}
