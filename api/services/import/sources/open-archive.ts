import { open, stat } from 'node:fs/promises';
import { type ArchiveFiles, openFolder, openSingle } from './archive-files.ts';
import { openZip } from './zip.ts';

/** Kind of archive, detected from the first bytes. */
export type ArchiveKind = 'folder' | 'zip' | 'gzip' | 'file';

/** @throws errors of the file system, such as ENOENT */
export async function kindOfArchive(file: string): Promise<ArchiveKind> {
  if ((await stat(file)).isDirectory()) return 'folder';
  const handle = await open(file, 'r');
  try {
    const start = Buffer.alloc(4);
    await handle.read(start, 0, start.length, 0);
    if (start.readUInt16BE(0) === 0x1f8b) return 'gzip';
    return start.toString('latin1', 0, 2) === 'PK' ? 'zip' : 'file';
  } finally {
    await handle.close();
  }
}

/** Opens an export of another platform, packed or unpacked. @throws InvalidArchiveError */
export async function openArchive(file: string, kind: ArchiveKind): Promise<ArchiveFiles> {
  if (kind === 'folder') return openFolder(file);
  return kind === 'zip' ? openZip(file) : openSingle(file);
}
