import { type ImageVariants, storedSources } from '#contracts/image.ts';

/** Image of the media library with its variants. */
export interface ResponsiveImage {
  fileName: string;
  width: number;
  variants: ImageVariants | null;
}

// Matches exactly the images, because the serialiser escapes angle brackets in attributes and text.
const imageTag = /<img [^<>]*>/g;
const storedName = / src="\/media\/([\w-]+\.[a-z]{3,4})"/;

/** Maximum width of an article's text, in pixels; see site/components/article/article.css. */
const COLUMN_WIDTH = 704;
/** Width of the column in narrow windows. */
const NARROW_WIDTH = '92vw';

/** Returns the file names of images in a text, each once. */
export function listImageNames(html: string): string[] {
  const names = [...html.matchAll(imageTag)].map(([tag]) => storedName.exec(tag)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/**
 * Adds existing variants and previews to the images of a rendered text.
 * This is the last step for pages and previews; the stored HTML stays plain for feeds and exports.
 */
export function addImageSources(html: string, images: readonly ResponsiveImage[]): string {
  const imagesByName = new Map(images.map((image) => [image.fileName, image]));
  return html.replaceAll(imageTag, (tag) => {
    const image = imagesByName.get(storedName.exec(tag)?.[1] ?? '');
    return image?.variants ? addVariants(tag, image) : tag;
  });
}

function addVariants(tag: string, { fileName, width, variants }: ResponsiveImage): string {
  const sources = storedSources(fileName, variants);
  const preview = variants?.preview;
  if (sources.length === 0 && !preview) return tag;
  const sizes = sizesFor(width);
  const sourceTags = sources.map(
    ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" sizes="${sizes}">`,
  );
  const previewTag = preview
    ? `<img class="frame__preview" src="${preview}" alt="" aria-hidden="true">`
    : '';
  return `<span class="frame"><picture>${sourceTags.join('')}${tag}</picture>${previewTag}</span>`;
}

function sizesFor(width: number): string {
  const displayedWidth = Math.min(width, COLUMN_WIDTH);
  return `(min-width: ${Math.ceil(displayedWidth / 0.92)}px) ${displayedWidth}px, ${NARROW_WIDTH}`;
}
