import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes `statfs` report the given space, in megabytes, for all disks of this process.
 * @returns a function that restores `statfs`
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
