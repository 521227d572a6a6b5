import sharp, { type Sharp } from 'sharp';
import { NO_VARIANTS, PICTURE_WIDTHS, type PictureVariants } from '#contracts/picture.ts';

/** Pixels of a picture that is decoded; uploads are below it, see services/media/prepare-image.ts. */
const PIXELS_MAX = 24_000_000;
/** 0 to 9: twice the time for each step, and from 3 on hardly smaller files. */
const AVIF_EFFORT = 3;
const AVIF_QUALITY = 60;
const WEBP_QUALITY = 82;
/** A width this close to the next one is not worth a file of its own. */
const NEARLY = 0.9;
/** Pixels of the preview's longer side; the browser blurs it. */
const PREVIEW_SIDE = 16;
const PREVIEW_QUALITY = 75;

/** A picture in one format and width. */
export interface Variant {
  format: 'avif' | 'webp';
  width: number;
  bytes: Buffer;
}

export interface MadeVariants {
  /** Of the picture itself, upright. */
  width: number;
  height: number;
  variants: PictureVariants;
  files: Variant[];
}

/**
 * Makes the newer formats and smaller widths of a picture, and its preview. What is not smaller
 * than the picture itself is left out: nobody gets more bytes than the fallback has. Animations
 * are their first frame.
 * @throws Error when the picture cannot be read
 */
export async function makeVariants(source: Buffer): Promise<MadeVariants> {
  const open = () => sharp(source, { limitInputPixels: PIXELS_MAX }).autoOrient();
  const { format, autoOrient, hasAlpha } = await open().metadata();
  const widths = widthsFor(autoOrient.width);
  // Drawings lose their edges to halved colours, and often are smallest without any loss.
  const drawn = format === 'png';
  const avif: Variant[] = [];
  const webp: Variant[] = [];
  for (const width of widths) {
    const resized = () => open().resize({ width }).toColourspace('srgb');
    const chromaSubsampling = drawn ? '4:4:4' : '4:2:0';
    const options = { quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling };
    avif.push({ format: 'avif', width, bytes: await resized().avif(options).toBuffer() });
    const own = format === 'webp' && width === autoOrient.width;
    webp.push({ format: 'webp', width, bytes: own ? source : await encodeWebp(resized, drawn) });
  }
  const files = [...worthHaving(avif, source.length), ...worthHaving(webp, source.length)];
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
      // What lets through would show its preview behind it.
      preview: hasAlpha && !(await open().stats()).isOpaque ? null : await drawPreview(open()),
    },
  };
}

async function encodeWebp(resized: () => Sharp, drawn: boolean): Promise<Buffer> {
  const lossy = await resized().webp({ quality: WEBP_QUALITY }).toBuffer();
  if (!drawn) return lossy;
  const lossless = await resized().webp({ lossless: true }).toBuffer();
  return lossless.length < lossy.length ? lossless : lossy;
}

function widthsFor(width: number): number[] {
  const largest = Math.min(width, PICTURE_WIDTHS.at(-1) ?? width);
  return [...PICTURE_WIDTHS.filter((candidate) => candidate < largest * NEARLY), largest];
}

/** Without the largest one a format would show less than there is, so then it is left out whole. */
function worthHaving(variants: Variant[], fallbackBytes: number): Variant[] {
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

/** A picture in so few bytes that a page holds it: a `data:` address of a blur. */
export async function drawPreview(image: Sharp): Promise<string> {
  const bytes = await image
    .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside' })
    .flatten()
    .toColourspace('srgb')
    .webp({ quality: PREVIEW_QUALITY, smartSubsample: true, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
