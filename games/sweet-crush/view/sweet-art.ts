/** Drawings of sweets, 100 by 100. Each kind has its own outline, so that colour is never the only signal. */
import type { Picture } from '../../kit/view/canvas.ts';
import type { Drawing } from '../../kit/view/game-view.ts';
import { ACROSS, BOMB, DOWNWARDS, kindOf, RAINBOW, type Sweet, specialOf } from '../board.ts';

/** Layers of a drawing: a tone of the kind or a trimming, and a path. */
type Tone = 'base' | 'light' | 'deep';
type Layer = readonly [fill: Tone | 'trim', path: string];

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

/** Kinds by number: ball, gem, toffee, flower, leaf, star. */
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

const tones: Readonly<Record<number, Readonly<Record<Tone, string>>>> = {
  1: { base: '#e9563c', light: '#ffb59f', deep: '#a83420' },
  2: { base: '#2f8fd6', light: '#a5d8fb', deep: '#1b64a0' },
  3: { base: '#d98f1f', light: '#ffe1a0', deep: '#96600d' },
  4: { base: '#e58ac2', light: '#fff0f8', deep: '#a44d83' },
  5: { base: '#2b9c86', light: '#9fe6d6', deep: '#166455' },
  6: { base: '#d9e368', light: '#fbffd0', deep: '#8d9626' },
};
/** Stripes and wrappings have an outline, so that they are visible on every kind. */
const TRIM = '#fffaf0';
const EDGE = '#14110f';
const EDGE_WIDTH = 3;

const special: Readonly<Record<number, readonly Layer[]>> = {
  [ACROSS]: [['trim', 'M4 36h92v9H4zM4 55h92v9H4z']],
  [DOWNWARDS]: [['trim', 'M36 4h9v92h-9zM55 4h9v92h-9z']],
  [BOMB]: [
    ['trim', 'M4 4h24v8H12v16H4zM72 4h24v24h-8V12H72zM4 72h8v16h16v8H4zM88 72h8v24H72v-8h16z'],
  ],
};

/** A path and its fill colour. */
interface Shape {
  path: string;
  fill: string;
  hasEdge: boolean;
}

function shapesOf(sweet: Sweet): Shape[] {
  // A rainbow is a ring of all six colours.
  if (sweet === RAINBOW) {
    return PETALS.map(([x, y], index) => ({
      path: circle(x, y, 19),
      fill: tones[index + 1]?.base ?? TRIM,
      hasEdge: false,
    }));
  }
  const kind = kindOf(sweet);
  return [...(kinds[kind] ?? []), ...(special[specialOf(sweet)] ?? [])].map(([fill, path]) => ({
    path,
    fill: fill === 'trim' ? TRIM : (tones[kind]?.[fill] ?? TRIM),
    hasEdge: fill === 'trim',
  }));
}

/** Returns the drawing of a sweet for the page. */
export const drawingOf = (sweet: Sweet): Drawing =>
  shapesOf(sweet).map(({ path, fill }) => ({ path, fill }));

/** Paints a sweet of 100 by 100 at the origin. */
export function paintSweet(picture: Picture, sweet: Sweet): void {
  picture.strokeStyle = EDGE;
  picture.lineWidth = EDGE_WIDTH;
  for (const { path, fill, hasEdge } of shapesOf(sweet)) {
    const shape = new Path2D(path);
    if (hasEdge) picture.stroke(shape);
    picture.fillStyle = fill;
    picture.fill(shape);
  }
}
