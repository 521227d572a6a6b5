import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Puts a picture in place whole or not at all, and waits until the disk has it. */
export async function writePicture(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.${path.basename(file)}.${process.pid}.0.tmp`);
  try {
    await writeDurably(temporary, bytes);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  // A process that was killed may have left one of the same name.
  const handle = await open(file, 'w', 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
