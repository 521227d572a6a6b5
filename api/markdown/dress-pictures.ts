import { type PictureVariants, storedSources } from '#contracts/picture.ts';

/** An image of the store, by the name of its file, and what was made of it. */
export interface DressedPicture {
  fileName: string;
  width: number;
  variants: PictureVariants | null;
}

// The serializer escapes angle brackets in attributes and text, so this is every image and no more.
const image = /<img [^<>]*>/g;
const storedName = / src="\/media\/([\w-]+\.[a-z]{3,4})"/;

/** Pixels of the column an article's text has, at most; see site/styles/article.css. */
const COLUMN = 704;
/** Share of the window that the column has where the window is narrower. */
const NARROW = '92vw';

/** Names of the store's images that a text shows, each once. */
export function pictureNames(html: string): string[] {
  const names = [...html.matchAll(image)].map(([tag]) => storedName.exec(tag)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/**
 * Gives the images of a rendered text their newer formats, smaller widths and previews, as far as
 * they are made. The very last step to what readers and the editor's preview get: what is stored
 * stays plain, so that feeds and exports are, and a text need not be rendered again.
 */
export function dressPictures(html: string, pictures: readonly DressedPicture[]): string {
  const known = new Map(pictures.map((picture) => [picture.fileName, picture]));
  return html.replaceAll(image, (tag) => {
    const picture = known.get(storedName.exec(tag)?.[1] ?? '');
    return picture?.variants ? dress(tag, picture) : tag;
  });
}

function dress(tag: string, { fileName, width, variants }: DressedPicture): string {
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
  const shown = Math.min(width, COLUMN);
  return `(min-width: ${Math.ceil(shown / 0.92)}px) ${shown}px, ${NARROW}`;
}
