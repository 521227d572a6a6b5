import { mkdtempSync, rmSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm/';
const BYTES_NEEDED = 4e9;

/**
 * Puts the temporary files of this process and its children into memory where there is enough of it:
 * tests write and sync many thousands of small files. TMPDIR, if it is set, names another place.
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
    // Only Linux has such a folder.
    return 0;
  }
}
