import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { variantName } from '#contracts/picture.ts';
import { drawSharePicture } from './draw-share-picture.ts';
import { makeVariants } from './make-variants.ts';
import type { ImageRequest, ImageResponse } from './studio-messages.ts';
import { writePicture } from './write-picture.ts';

// The process of ImageWorker in studio.ts. It handles one request at a time and ends with its parent.

// Set before the first thread starts, because threads inherit the priority.
os.setPriority(os.constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

async function handle(request: ImageRequest): Promise<ImageResponse> {
  if (request.kind === 'share') {
    await writePicture(request.file, await drawSharePicture(request.card));
    return { done: true };
  }
  const { files, variants } = await makeVariants(await readFile(request.source));
  const fileName = path.basename(request.source);
  for (const { width, format, bytes } of files) {
    await writePicture(path.join(request.folder, variantName(fileName, width, format)), bytes);
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
