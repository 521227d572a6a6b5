import type { Picture } from '#contracts/picture.ts';
import { drawPlate } from '#contracts/plate.ts';
import { element } from '../search/elements.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** What a cover is shown from; the width and height of what fills its frame may be unknown. */
interface CardCover {
  slug: string;
  cover: (Pick<Picture, 'url' | 'sources' | 'preview'> & Partial<Picture>) | null;
}

/**
 * The cover of a card, or the plate that stands for it, as components/Cover.astro shows them.
 * @param sizes the widths it is shown in, where it comes in several
 */
export function cardPicture({ cover, slug }: CardCover, sizes = ''): HTMLElement {
  const frame = element('div', { class: 'cover' });
  if (!cover) {
    frame.append(plate(slug));
    return frame;
  }
  const { url, width, height, sources, preview } = cover;
  const size: Record<string, string> =
    width && height ? { width: String(width), height: String(height) } : {};
  const picture = element('picture', {});
  for (const source of sources) {
    const { type, srcset } = source;
    picture.append(element('source', { type, srcset, ...(sizes && { sizes }) }));
  }
  picture.append(
    element('img', { ...size, alt: '', loading: 'lazy', decoding: 'async', src: encodeURI(url) }),
  );
  const shown = element('span', { class: 'frame' }, picture);
  if (preview) {
    const quiet = { alt: '', 'aria-hidden': 'true' };
    shown.append(element('img', { class: 'frame__preview', src: preview, ...quiet }));
  }
  frame.append(shown);
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
