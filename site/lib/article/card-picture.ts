import type { PictureSource } from '#contracts/picture.ts';
import { drawPlate } from '#contracts/plate.ts';
import { element } from '../search/elements.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** What a cover is shown from; the width and height of what fills its frame may be unknown. */
interface CardCover {
  slug: string;
  cover: { url: string; width?: number; height?: number; sources?: PictureSource[] } | null;
}

/**
 * The cover of a card, or the plate that stands for it, as components/Cover.astro shows them.
 * @param sizes the widths it is shown in, where its newer formats are known
 */
export function cardPicture({ cover, slug }: CardCover, sizes = ''): HTMLElement {
  const frame = element('div', { class: 'cover' });
  if (!cover) {
    frame.append(plate(slug));
    return frame;
  }
  const { url, width, height, sources = [] } = cover;
  const size: Record<string, string> =
    width && height ? { width: String(width), height: String(height) } : {};
  const picture = element('picture', {});
  for (const source of sources) {
    picture.append(element('source', { type: source.type, srcset: source.srcset, sizes }));
  }
  picture.append(
    element('img', { ...size, alt: '', loading: 'lazy', decoding: 'async', src: encodeURI(url) }),
  );
  frame.append(picture);
  return frame;
}

function plate(name: string): SVGSVGElement {
  const { width, height, paths } = drawPlate(name);
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = {
    class: 'plate',
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'xMinYMid slice',
    'aria-hidden': 'true',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  for (const { tone, d } of paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `plate__${tone}`);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}
