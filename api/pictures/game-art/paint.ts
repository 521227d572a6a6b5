/** Plain shapes as SVG text. A sheet is 100 high, and as wide as its form wants it. */

/** What a game is drawn with, from the furthest to the nearest. */
export interface Colours {
  sky: string;
  far: string;
  mid: string;
  near: string;
  dark: string;
  accent: string;
}

/** One picture to be drawn. */
export interface Sheet {
  /** Width in units; the height is 100. */
  w: number;
  c: Colours;
  /** The next number from 0 to 1, the same ones for the same picture. */
  r(): number;
}

/** How a game looks: its colours, its place, and its one sign in a square from -10 to 10. */
export interface Art {
  colours: Colours;
  scene(sheet: Sheet): string;
  mark(colours: Colours): string;
}

export type Point = readonly [number, number];

const round = (value: number) => Math.round(value * 100) / 100;
const pair = ([x, y]: Point) => `${round(x)} ${round(y)}`;

export const rect = (x: number, y: number, w: number, h: number, fill: string) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}"/>`;
export const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;
export const ring = (x: number, y: number, r: number, width: number, stroke: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"/>`;
export const shape = (points: Point[], fill: string) =>
  `<polygon points="${points.map(pair).join(' ')}" fill="${fill}"/>`;
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
export const stroke = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}" ${more}/>`;
export const line = (points: Point[], colour: string, width: number, more = '') =>
  `<polyline points="${points.map(pair).join(' ')}" fill="none" stroke="${colour}" stroke-width="${round(width)}" ${more}/>`;

/** The same drawing elsewhere, larger or turned. */
export const place = (inner: string, x: number, y: number, scale = 1, turn = 0) =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(scale)})">${inner}</g>`;

/** As many pieces as asked for, one after the other. */
export const many = (count: number, piece: (index: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => piece(index)).join('');

/** Points on a circle, the first one at the top. */
export const around = (x: number, y: number, r: number, count: number, index: number): Point => {
  const turn = (2 * Math.PI * index) / count - Math.PI / 2;
  return [x + r * Math.cos(turn), y + r * Math.sin(turn)];
};

/** mulberry32: numbers from 0 to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
