import type { IndexedCard } from '#contracts/card-index.ts';
import { drawPlate } from '#contracts/plate.ts';
import { element } from '../search/elements.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The cover of a card, or the plate that stands for it, as components/Cover.astro shows them. */
export function cardPicture({ cover, slug }: IndexedCard): HTMLElement {
  const frame = element('div', { class: 'cover' });
  if (!cover) {
    frame.append(plate(slug));
    return frame;
  }
  const { url, width, height } = cover;
  const size = { width: String(width), height: String(height) };
  frame.append(
    element('img', { ...size, alt: '', loading: 'lazy', decoding: 'async', src: encodeURI(url) }),
  );
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
