import { statfs } from 'node:fs/promises';
import { fileSize } from '#contracts/file-size.ts';
import type { CheckResult } from '#contracts/status.ts';

/** Bytes that uploads and backups leave free, so that the site keeps working. */
export const DISK_BYTES_MIN = 256 * 1_048_576;
/** Share of the disk from which on the owner is warned. */
const DISK_SHARE_MIN = 0.1;

export interface DiskSpace {
  free: number;
  total: number;
}

/** Returns the space of a folder's disk in bytes, or null if the file system does not tell. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return blocks === 0 ? null : { free: bavail * bsize, total: blocks * bsize };
}

/** Returns the free bytes on the disk of a folder; a file system that does not tell has enough. */
export async function readFreeBytes(folder: string): Promise<number> {
  return (await readDiskSpace(folder))?.free ?? Number.MAX_SAFE_INTEGER;
}

/** Returns the free bytes below which a disk is nearly full. */
export const lowDiskBytes = ({ total }: DiskSpace): number => Math.ceil(total * DISK_SHARE_MIN);

/** True if a disk is nearly full. */
export const isDiskLow = (space: DiskSpace): boolean => space.free < lowDiskBytes(space);

export const describeDisk = ({ free, total }: DiskSpace): string =>
  `${fileSize(free)} of ${fileSize(total)} are free`;

/** Checks that the disk of the data folder has free space. */
export function checkDisk(space: DiskSpace | null): CheckResult {
  if (space === null) {
    return { name: 'disk', state: 'ok', msg: 'The file system does not tell its free space.' };
  }
  const found = `${describeDisk(space)}.`;
  const advice = 'Delete old backups or unused uploads, or use a larger disk.';
  if (space.free < DISK_BYTES_MIN) {
    return { name: 'disk', state: 'failed', msg: `The disk is full: ${found} ${advice}` };
  }
  if (isDiskLow(space)) {
    return { name: 'disk', state: 'warning', msg: `The disk is nearly full: ${found} ${advice}` };
  }
  return { name: 'disk', state: 'ok', msg: found };
}
