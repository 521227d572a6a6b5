import { megabytes } from '../../../format/megabytes.ts';

/** Bytes of an upload, as documented; contracts/upload.ts would bring all of zod along. */
const BYTES_MAX = 1_048_576;
/** Bytes of a chosen file that the browser still opens. */
const OPENED_MAX = 50 * BYTES_MAX;
/** Pixels of the longer side of what is shrunk: the widest a page shows. */
const SIDE_MAX = 2400;
const QUALITY = 0.86;
/** Side of the sample in which is looked for what lets through, in pixels. */
const SAMPLE = 256;

/** Why a file is not taken as it is, in the documented words. */
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

/** What the server would say of a file, by its size and its content; null: it is taken. */
export async function refusalOf(file: Blob): Promise<Refusal | null> {
  if (file.size === 0) return refusals.missing;
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const known = starts.some((start) => start.every((byte, index) => bytes[index] === byte));
  if (!known) return refusals.format;
  return file.size > BYTES_MAX ? refusals.tooLarge : null;
}

/** A picture that the server takes, drawn anew from one that it does not. */
export interface FittedPicture {
  blob: Blob;
  width: number;
  height: number;
}

/**
 * Draws a picture anew as JPEG, or as PNG where it lets through, as large as the server takes it. Of
 * what moves, the first frame stays.
 * @returns null when it is no picture this browser can open
 */
export async function fitPicture(file: Blob): Promise<FittedPicture | null> {
  if (file.size > OPENED_MAX) return null;
  const opened = await createImageBitmap(file).catch(() => null);
  if (!opened) return null;
  try {
    const type = letsThrough(opened) ? 'image/png' : 'image/jpeg';
    let scale = Math.min(1, SIDE_MAX / Math.max(opened.width, opened.height));
    for (;;) {
      const canvas = drawn(opened, scale);
      const blob = await encoded(canvas, type);
      if (!blob) return null;
      const { width, height } = canvas;
      if (blob.size <= BYTES_MAX) return { blob, width, height };
      // What is left over tells how much smaller it has to be; a little more, so that few tries do.
      scale *= Math.min(0.9, Math.sqrt(BYTES_MAX / blob.size) * 0.97);
    }
  } finally {
    opened.close();
  }
}

function drawn(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen) pen.imageSmoothingQuality = 'high';
  pen?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const encoded = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));

function letsThrough(picture: ImageBitmap): boolean {
  const longer = Math.max(picture.width, picture.height);
  const { width, height, ...sample } = sampleOf(drawn(picture, Math.min(1, SAMPLE / longer)));
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

/** What is offered instead of a refused file, with what comes out of it. */
export function offerOf(file: File, refusal: Refusal, { blob, width, height }: FittedPicture) {
  const moves = file.type === 'image/gif' ? ' Animations keep only the first frame.' : '';
  const result = `${width} × ${height} pixels, ${megabytes(blob.size)}`;
  return `${refusal} (${megabytes(file.size)}). Shrunk and converted to ${kinds[blob.type]} it has ${result}.${moves}`;
}
