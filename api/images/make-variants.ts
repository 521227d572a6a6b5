import sharp, { type Sharp } from 'sharp';
import { IMAGE_WIDTHS, type ImageVariants, NO_VARIANTS } from '#contracts/image.ts';

/** Maximum pixels of a decoded image; uploads are smaller, see services/media/store-image.ts. */
const PIXELS_MAX = 24_000_000;
/** From 0 to 9. Each step doubles the time, and files are hardly smaller above 3. */
const AVIF_EFFORT = 3;
const AVIF_QUALITY = 60;
const WEBP_QUALITY = 82;
/** Widths above this share of the largest one are skipped, because they save few bytes. */
const WIDTH_RATIO_MAX = 0.9;
/** Longer side of the preview, which the browser blurs, in pixels. */
const PREVIEW_SIDE = 16;
const PREVIEW_QUALITY = 75;

export interface Variant {
  format: 'avif' | 'webp';
  width: number;
  bytes: Buffer;
}

export interface MadeVariants {
  /** Width of the source after rotation by its EXIF orientation. */
  width: number;
  height: number;
  variants: ImageVariants;
  files: Variant[];
}

/**
 * Makes variants of an image in AVIF and WebP and in smaller widths, and its preview. Skips variants with
 * more bytes than the source. Uses the first frame of animations.
 * @throws Error if the image cannot be decoded
 */
export async function makeVariants(source: Buffer): Promise<MadeVariants> {
  const open = () => sharp(source, { limitInputPixels: PIXELS_MAX }).autoOrient();
  const { format, autoOrient, hasAlpha } = await open().metadata();
  const widths = widthsFor(autoOrient.width);
  // Chroma subsampling blurs the edges of drawings, and lossless WebP is often smaller for them.
  const isDrawing = format === 'png';
  const avif: Variant[] = [];
  const webp: Variant[] = [];
  for (const width of widths) {
    const resized = () => open().resize({ width }).toColourspace('srgb');
    const chromaSubsampling = isDrawing ? '4:4:4' : '4:2:0';
    const options = { quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling };
    avif.push({ format: 'avif', width, bytes: await resized().avif(options).toBuffer() });
    const isSource = format === 'webp' && width === autoOrient.width;
    webp.push({
      format: 'webp',
      width,
      bytes: isSource ? source : await encodeWebp(resized, isDrawing),
    });
  }
  const files = [
    ...dropLargeVariants(avif, source.length),
    ...dropLargeVariants(webp, source.length),
  ];
  const widthsOf = (wanted: Variant['format']) =>
    files.filter((file) => file.format === wanted).map((file) => file.width);
  return {
    files,
    width: autoOrient.width,
    height: autoOrient.height,
    variants: {
      ...NO_VARIANTS,
      avif: widthsOf('avif'),
      webp: widthsOf('webp'),
      // A preview would be visible behind a transparent image.
      preview: hasAlpha && !(await open().stats()).isOpaque ? null : await drawPreview(open()),
    },
  };
}

async function encodeWebp(resized: () => Sharp, isDrawing: boolean): Promise<Buffer> {
  const lossy = await resized().webp({ quality: WEBP_QUALITY }).toBuffer();
  if (!isDrawing) return lossy;
  const lossless = await resized().webp({ lossless: true }).toBuffer();
  return lossless.length < lossy.length ? lossless : lossy;
}

function widthsFor(width: number): number[] {
  const largest = Math.min(width, IMAGE_WIDTHS.at(-1) ?? width);
  return [...IMAGE_WIDTHS.filter((candidate) => candidate < largest * WIDTH_RATIO_MAX), largest];
}

/**
 * Removes variants that are not smaller in bytes than a wider one. Removes the whole format if its largest
 * variant has more bytes than the fallback, because the others have less detail.
 */
function dropLargeVariants(variants: Variant[], fallbackBytes: number): Variant[] {
  const largest = variants.at(-1);
  if (!largest || largest.bytes.length > fallbackBytes) return [];
  let smallest = Number.POSITIVE_INFINITY;
  return variants
    .toReversed()
    .filter(({ bytes }) => {
      if (bytes.length >= smallest) return false;
      smallest = bytes.length;
      return true;
    })
    .toReversed();
}

/** Returns a tiny preview as a `data:` URL, which is part of the page. */
export async function drawPreview(image: Sharp): Promise<string> {
  const bytes = await image
    .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside' })
    .flatten()
    .toColourspace('srgb')
    .webp({ quality: PREVIEW_QUALITY, smartSubsample: true, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
