import { fileSize } from '#contracts/file-size.ts';
import type { UPLOAD_BYTES_MAX } from '#contracts/upload.ts';

/** Maximum bytes of an upload. Importing the value would add all of zod; its type makes both equal. */
const BYTES_MAX: typeof UPLOAD_BYTES_MAX = 1_048_576;
/** Maximum size of a chosen file, in bytes. */
const OPEN_BYTES_MAX = 50 * BYTES_MAX;
/** Pixels of the longer side of a shrunk image: the maximum width on a page. */
const SIDE_MAX = 2400;
const QUALITY = 0.86;
/** Side of the sample that is searched for transparency, in pixels. */
const SAMPLE = 256;

/** Reasons why a file is refused, in the documented words. */
export const refusals = {
  missing: 'File not exist',
  tooLarge: 'Size too large',
  format: 'File format is incorrect',
} as const;
export type Refusal = (typeof refusals)[keyof typeof refusals];

const starts: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

/** Returns the reason why the server would refuse a file, by its size and content; null if it is accepted. */
export async function refusalOf(file: Blob): Promise<Refusal | null> {
  if (file.size === 0) return refusals.missing;
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const isImage = starts.some((start) => start.every((byte, index) => bytes[index] === byte));
  if (!isImage) return refusals.format;
  return file.size > BYTES_MAX ? refusals.tooLarge : null;
}

/** An acceptable image, converted from one that the server does not accept. */
export interface FittedImage {
  blob: Blob;
  width: number;
  height: number;
}

/**
 * Converts an image to JPEG, or to PNG if it has transparency, at the maximum size that the server accepts.
 * Animations are reduced to their first frame.
 * @returns null if this browser cannot decode it
 */
export async function fitImage(file: Blob): Promise<FittedImage | null> {
  if (file.size > OPEN_BYTES_MAX) return null;
  const opened = await createImageBitmap(file).catch(() => null);
  if (!opened) return null;
  try {
    const type = hasTransparency(opened) ? 'image/png' : 'image/jpeg';
    let scale = Math.min(1, SIDE_MAX / Math.max(opened.width, opened.height));
    for (;;) {
      const canvas = drawScaled(opened, scale);
      const blob = await encode(canvas, type);
      if (!blob) return null;
      const { width, height } = canvas;
      if (blob.size <= BYTES_MAX) return { blob, width, height };
      // The excess determines the next size; slightly smaller than necessary, to need fewer attempts.
      scale *= Math.min(0.9, Math.sqrt(BYTES_MAX / blob.size) * 0.97);
    }
  } finally {
    opened.close();
  }
}

function drawScaled(image: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const pen = canvas.getContext('2d');
  if (pen) pen.imageSmoothingQuality = 'high';
  pen?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));

function hasTransparency(image: ImageBitmap): boolean {
  const longer = Math.max(image.width, image.height);
  const { width, height, ...sample } = sampleOf(drawScaled(image, Math.min(1, SAMPLE / longer)));
  for (let at = 3; at < width * height * 4; at += 4)
    if ((sample.data[at] ?? 255) < 250) return true;
  return false;
}

function sampleOf(canvas: HTMLCanvasElement): {
  width: number;
  height: number;
  data: Uint8ClampedArray;
} {
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  return { width, height, data: data ?? new Uint8ClampedArray() };
}

const kinds: Record<string, string> = { 'image/jpeg': 'JPEG', 'image/png': 'PNG' };

/** Returns the offer for a refused file, with its result. */
export function offerOf(file: File, refusal: Refusal, { blob, width, height }: FittedImage) {
  const moves = file.type === 'image/gif' ? ' Animations keep only the first frame.' : '';
  const result = `${width} × ${height} pixels, ${fileSize(blob.size)}`;
  return `${refusal} (${fileSize(file.size)}). Shrunk and converted to ${kinds[blob.type]} it has ${result}.${moves}`;
}
