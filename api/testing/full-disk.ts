import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });

/**
 * Lets every write of a file below a folder fail as on a full disk; files can still be created.
 * @returns makes room again
 */
export function fillDisk(folder: string): () => void {
  const { writeFileSync, appendFileSync } = fs;
  const { open, writeFile } = fs.promises;
  const isWithin = (file: unknown) => String(file).startsWith(folder);
  const refuse = async () => {
    throw full();
  };
  fs.writeFileSync = (file, data, options) => {
    if (isWithin(file)) throw full();
    writeFileSync(file, data, options);
  };
  fs.appendFileSync = (file, data, options) => {
    if (isWithin(file)) throw full();
    appendFileSync(file, data, options);
  };
  fs.promises.writeFile = async (file, data, options) => {
    if (isWithin(file)) throw full();
    await writeFile(file, data, options);
  };
  fs.promises.open = async (file, flags, mode) => {
    const handle = await open(file, flags, mode);
    if (isWithin(file)) Object.assign(handle, { write: refuse, writeFile: refuse });
    return handle;
  };
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { writeFileSync, appendFileSync });
    Object.assign(fs.promises, { open, writeFile });
    syncBuiltinESMExports();
  };
}
