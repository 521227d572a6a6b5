import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { variantName } from '#contracts/image.ts';
import { drawOgImage } from './draw-og-image.ts';
import type { ImageRequest, ImageResponse } from './image-worker.ts';
import { makeVariants } from './make-variants.ts';

// The process of ImageWorker in image-worker.ts. It handles one request at a time and ends with its parent.

// Set before the first thread starts, because threads inherit the priority.
os.setPriority(os.constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

async function handle(request: ImageRequest): Promise<ImageResponse> {
  if (request.kind === 'og-image') {
    await writeImage(request.file, await drawOgImage(request.card));
    return { done: true };
  }
  const { files, variants } = await makeVariants(await readFile(request.source));
  const fileName = path.basename(request.source);
  for (const { width, format, bytes } of files) {
    await writeImage(path.join(request.folder, variantName(fileName, width, format)), bytes);
  }
  return { done: true, variants };
}

process.on('message', async (request: ImageRequest) => {
  let response: ImageResponse;
  try {
    response = await handle(request);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    const message = error instanceof Error ? error.message : String(error);
    response = { done: false, message, code };
  }
  process.send?.(response);
});
process.on('disconnect', () => process.exit());
// Ctrl-C signals every process of a terminal, but the server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

/** Writes an image atomically, and resolves when it is on disk. */
async function writeImage(file: string, bytes: Uint8Array): Promise<void> {
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
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  // Overwrites the file of a killed process with the same id.
  await using handle = await open(file, 'w', 0o644);
  await handle.writeFile(bytes);
  await handle.sync();
}
