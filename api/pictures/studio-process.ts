import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { variantName } from '#contracts/picture.ts';
import { drawSharePicture } from './draw-share-picture.ts';
import { makeVariants } from './make-variants.ts';
import type { StudioAnswer, StudioRequest } from './studio-messages.ts';
import { writePicture } from './write-picture.ts';

// The process of studio.ts: makes one picture after the other until nobody listens any more.

// Before the first thread is started, since threads take it over.
os.setPriority(os.constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

async function work(request: StudioRequest): Promise<StudioAnswer> {
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

process.on('message', async (request: StudioRequest) => {
  let answer: StudioAnswer;
  try {
    answer = await work(request);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    answer = { done: false, message: error instanceof Error ? error.message : String(error), code };
  }
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal; the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
