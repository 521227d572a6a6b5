import { mkdtempSync, rmSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm/';
const BYTES_NEEDED = 4e9;

/**
 * Puts temporary files of this process and its children into memory if enough is free, because tests write
 * and sync thousands of small files. Has no effect if TMPDIR is set.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || bytesFree() < BYTES_NEEDED) return;
  const folder = mkdtempSync(`${MEMORY}personal-site-tests-`);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function bytesFree(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    // This folder exists only on Linux.
    return 0;
  }
}
