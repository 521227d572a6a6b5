import { type PictureVariants, storedSources } from '#contracts/picture.ts';

/** Image of the media library with its variants. */
export interface ResponsiveImage {
  fileName: string;
  width: number;
  variants: PictureVariants | null;
}

// The serializer escapes angle brackets in attributes and text, so this is every image and no more.
const image = /<img [^<>]*>/g;
const storedName = / src="\/media\/([\w-]+\.[a-z]{3,4})"/;

/** Maximum width of an article's text, in pixels; see site/components/article/article.css. */
const COLUMN_WIDTH = 704;
/** Width of the column in narrow windows. */
const NARROW_WIDTH = '92vw';

/** Returns the file names of images in a text, each once. */
export function listImageNames(html: string): string[] {
  const names = [...html.matchAll(image)].map(([tag]) => storedName.exec(tag)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/**
 * Adds existing variants and previews to the images of a rendered text.
 * This is the last step for pages and previews; the stored HTML stays plain for feeds and exports.
 */
export function addImageSources(html: string, pictures: readonly ResponsiveImage[]): string {
  const known = new Map(pictures.map((picture) => [picture.fileName, picture]));
  return html.replaceAll(image, (tag) => {
    const picture = known.get(storedName.exec(tag)?.[1] ?? '');
    return picture?.variants ? dress(tag, picture) : tag;
  });
}

function dress(tag: string, { fileName, width, variants }: ResponsiveImage): string {
  const sources = storedSources(fileName, variants);
  const preview = variants?.preview;
  if (sources.length === 0 && !preview) return tag;
  const sizes = sizesFor(width);
  const written = sources.map(
    ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" sizes="${sizes}">`,
  );
  const beneath = preview
    ? `<img class="frame__preview" src="${preview}" alt="" aria-hidden="true">`
    : '';
  return `<span class="frame"><picture>${written.join('')}${tag}</picture>${beneath}</span>`;
}

function sizesFor(width: number): string {
  const shown = Math.min(width, COLUMN_WIDTH);
  return `(min-width: ${Math.ceil(shown / 0.92)}px) ${shown}px, ${NARROW_WIDTH}`;
}
