/** Sweets as drawings of 100 by 100. Each kind has an outline of its own, so that colour says nothing alone. */
import { ACROSS, BOMB, DOWNWARDS, kindOf, RAINBOW, type Sweet, specialOf } from '../sweets.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Layers of a drawing: what of the kind's three tones a path is filled with, and the path. */
type Layer = readonly [tone: 'base' | 'light' | 'deep' | 'stripe' | 'wrap', path: string];

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;

const PETALS = [
  [50, 24],
  [73, 37],
  [73, 63],
  [50, 76],
  [27, 63],
  [27, 37],
] as const;

/** The kinds by their numbers: ball, gem, toffee, flower, leaf, star. */
const kinds: Readonly<Record<number, readonly Layer[]>> = {
  1: [
    ['base', circle(50, 50, 38)],
    ['light', 'M12 50a38 38 0 0 1 76 0c-18 13-28-10-42-4S26 60 12 50z'],
  ],
  2: [
    ['base', 'M50 6 90 50 50 94 10 50z'],
    ['light', 'M50 6 90 50H50z'],
    ['deep', 'M10 50h40v44z'],
  ],
  3: [
    [
      'base',
      'M28 14h44a14 14 0 0 1 14 14v44a14 14 0 0 1-14 14H28a14 14 0 0 1-14-14V28a14 14 0 0 1 14-14z',
    ],
    ['light', 'M36 28h28a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8V36a8 8 0 0 1 8-8z'],
    ['deep', 'M28 64h44a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8z'],
  ],
  4: [
    ['base', PETALS.map(([x, y]) => circle(x, y, 17)).join('')],
    ['base', circle(50, 50, 24)],
    ['light', circle(50, 50, 14)],
  ],
  5: [
    ['base', 'M8 70Q6 18 92 14Q96 92 40 92Q16 92 8 70z'],
    ['light', 'M18 80Q38 44 84 22Q52 60 26 86z'],
  ],
  6: [
    ['base', 'm50 5 13 29 32 3-24 21 7 32-28-17-28 17 7-32L5 37l32-3z'],
    ['light', 'm50 24 7 18 19 1-15 12 5 18-16-10z'],
  ],
};

const special: Readonly<Record<number, readonly Layer[]>> = {
  [ACROSS]: [['stripe', 'M4 36h92v9H4zM4 55h92v9H4z']],
  [DOWNWARDS]: [['stripe', 'M36 4h9v92h-9zM55 4h9v92h-9z']],
  [BOMB]: [
    ['wrap', 'M4 4h24v8H12v16H4zM72 4h24v24h-8V12H72zM4 72h8v16h16v8H4zM88 72h8v24H72v-8h16z'],
  ],
};

/** A rainbow is a ring of all six colours around a hole. */
function rainbow(): SVGPathElement[] {
  return [1, 2, 3, 4, 5, 6].map((kind, index) => {
    const [x, y] = PETALS[index] ?? [50, 50];
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', circle(x, y, 19));
    path.setAttribute('class', 'sweet-base');
    path.dataset.kind = `${kind}`;
    return path;
  });
}

const drawings = new Map<Sweet, SVGSVGElement>();

/** The drawing of a sweet, copied from its first one; it says nothing, since its cell does. */
export function drawingOf(sweet: Sweet): SVGSVGElement {
  const known = drawings.get(sweet) ?? drawn(sweet);
  drawings.set(sweet, known);
  return known.cloneNode(true) as SVGSVGElement;
}

function drawn(sweet: Sweet): SVGSVGElement {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 100 100');
  drawing.setAttribute('aria-hidden', 'true');
  drawing.setAttribute('class', 'sweet');
  drawing.dataset.kind = `${kindOf(sweet)}`;
  if (sweet === RAINBOW) {
    drawing.append(...rainbow());
    return drawing;
  }
  for (const [tone, outline] of [
    ...(kinds[kindOf(sweet)] ?? []),
    ...(special[specialOf(sweet)] ?? []),
  ]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', outline);
    path.setAttribute('class', `sweet-${tone}`);
    drawing.append(path);
  }
  return drawing;
}
