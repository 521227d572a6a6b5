import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes all disks of this process tell their space in megabytes.
 * @returns a function that makes them tell the truth again
 */
export function fakeDiskSpace({ free, total }: { free: number; total: number }): () => void {
  const { statfs } = fs;
  const replace = (replacement: unknown) => {
    Object.assign(fs, { statfs: replacement });
    syncBuiltinESMExports();
  };
  replace(async () => ({ bavail: free, blocks: total, bsize: 1_048_576 }));
  return () => replace(statfs);
}
