type Attributes = Record<string, string | boolean>;

/** An element with attributes (true: without a value, false: none) and what is in it. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/**
 * Says something else, where it is something else: the same text anew would be laid out anew. A text
 * that is there already is changed, which costs less than another in its place.
 */
export function setText(place: Element, text: string): void {
  if (place.textContent === text) return;
  const { firstChild } = place;
  if (firstChild instanceof Text && firstChild === place.lastChild) firstChild.data = text;
  else place.textContent = text;
}

/** Sets an attribute, where it is something else: the same value anew would ask for the style anew. */
export function setAttribute(place: Element, name: string, value: string): void {
  if (place.getAttribute(name) !== value) place.setAttribute(name, value);
}

/** Line icons on a grid of 24, as the site has them. */
const shapes = {
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M7 7h10v10H7z',
  restart: 'M5 12a7 7 0 1 0 2.2-5.1M7.5 3v4.2h4.2',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  silence: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  screen: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  pad: 'M7 7h10a5 5 0 0 1 0 10c-2 0-2.5-2-5-2s-3 2-5 2A5 5 0 0 1 7 7zM8 10v4M6 12h4M16 11h.1M17.5 13.5h.1',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  up: 'm6 14 6-6 6 6',
  down: 'm6 10 6 6 6-6',
  aim: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 3v4M12 17v4M3 12h4M17 12h4',
  second: 'M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5',
} as const;

export type IconName = keyof typeof shapes;

const SVG = 'http://www.w3.org/2000/svg';

/** A line icon; it says nothing to a screen reader. */
export function icon(name: IconName): SVGSVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', shapes[name]);
  for (const [attribute, value] of [
    ['class', 'icon'],
    ['viewBox', '0 0 24 24'],
    ['fill', 'none'],
    ['stroke', 'currentColor'],
    ['stroke-width', '1.7'],
    ['stroke-linejoin', 'round'],
    ['stroke-linecap', 'round'],
    ['aria-hidden', 'true'],
  ] as const) {
    drawing.setAttribute(attribute, value);
  }
  drawing.append(path);
  return drawing;
}
