import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const createDiskFullError = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });

/**
 * Makes all writes to files below a folder fail as on a full disk. Files can still be created.
 * @returns a function that restores normal writes
 */
export function fillDisk(folder: string): () => void {
  const { writeFileSync, appendFileSync } = fs;
  const { open, writeFile } = fs.promises;
  const isWithin = (file: unknown) => String(file).startsWith(folder);
  const reject = async () => {
    throw createDiskFullError();
  };
  fs.writeFileSync = (file, data, options) => {
    if (isWithin(file)) throw createDiskFullError();
    writeFileSync(file, data, options);
  };
  fs.appendFileSync = (file, data, options) => {
    if (isWithin(file)) throw createDiskFullError();
    appendFileSync(file, data, options);
  };
  fs.promises.writeFile = async (file, data, options) => {
    if (isWithin(file)) throw createDiskFullError();
    await writeFile(file, data, options);
  };
  fs.promises.open = async (file, flags, mode) => {
    const handle = await open(file, flags, mode);
    if (isWithin(file)) Object.assign(handle, { write: reject, writeFile: reject });
    return handle;
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { writeFileSync, appendFileSync });
    Object.assign(fs.promises, { open, writeFile });
    syncBuiltinESMExports();
  };
}

/**
 * Makes `statfs` report the given space, in megabytes, for all disks of this process.
 * Disposing of the result restores `statfs`.
 */
export function fakeDiskSpace({ free, total }: { free: number; total: number }): Disposable {
  const { statfs } = fs.promises;
  const replace = (replacement: unknown) => {
    Object.assign(fs.promises, { statfs: replacement });
    syncBuiltinESMExports();
  };
  replace(async () => ({ bavail: free, blocks: total, bsize: 1_000_000 }));
  return { [Symbol.dispose]: () => replace(statfs) };
}
