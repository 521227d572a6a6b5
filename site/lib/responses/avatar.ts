import { drawPlate } from '#contracts/plate.ts';
import { initialsOf } from '../initials.ts';
import { element } from '../search/elements.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** A person's picture; who has none gets a plate of their own with their initials. */
export function avatarOf(name: string, picture: string | null): HTMLElement {
  const place = element('span', { class: 'avatar', 'aria-hidden': 'true' });
  if (picture) {
    place.append(
      element('img', { src: picture, alt: '', width: '40', height: '40', loading: 'lazy' }),
    );
  } else {
    place.append(plateOf(name), element('span', { class: 'avatar__initials' }, initialsOf(name)));
  }
  return place;
}

function plateOf(name: string): SVGSVGElement {
  const plate = drawPlate(name, 3, 3);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'plate');
  svg.setAttribute('viewBox', `0 0 ${plate.width} ${plate.height}`);
  for (const { tone, d } of plate.paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `plate__${tone}`);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}
