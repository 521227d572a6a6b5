import { nameHash } from './name-hash.ts';

/** Side of one tile in units of the drawing. */
const TILE = 10;

export type Tone = 'ink' | 'vermilion' | 'teal' | 'sand';

export interface CoverPattern {
  width: number;
  height: number;
  /** One SVG path per colour. */
  paths: { tone: Tone; d: string }[];
}

/** Returns a mulberry32 generator of whole numbers below `limit`. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Shapes of a tile, drawn at column x and row y in units. */
const shapes: ((x: number, y: number) => string)[] = [
  (x, y) => `M${x} ${y}h10a10 10 0 0 1-10 10z`,
  (x, y) => `M${x + 10} ${y}v10a10 10 0 0 1-10-10z`,
  (x, y) => `M${x + 10} ${y + 10}h-10a10 10 0 0 1 10-10z`,
  (x, y) => `M${x} ${y + 10}v-10a10 10 0 0 1 10 10z`,
  (x, y) => `M${x} ${y + 5}a5 5 0 0 1 10 0z`,
  (x, y) => `M${x + 10} ${y + 5}a5 5 0 0 1-10 0z`,
  (x, y) => `M${x} ${y + 5}a5 5 0 0 1 10 0a5 5 0 0 1-10 0z`,
  (x, y) => `M${x} ${y}h10v10z`,
  (x, y) => `M${x} ${y}v10h10z`,
  (x, y) => `M${x} ${y}h10v10h-10z`,
  (x, y) => `M${x} ${y + 1}h10v1.6h-10zm0 3.2h10v1.6h-10zm0 3.2h10v1.6h-10z`,
  (x, y) => `M${x + 3.6} ${y + 5}a1.4 1.4 0 0 1 2.8 0a1.4 1.4 0 0 1-2.8 0z`,
];

const tones: Tone[] = ['ink', 'sand', 'teal', 'sand', 'ink', 'sand', 'vermilion', 'sand'];

/** Returns the cover pattern of an item without an image: a grid of shapes that depends on its name. */
export function drawCoverPattern(name: string, columns = 7, rows = 4): CoverPattern {
  const next = numbersFrom(nameHash(name));
  const drawn = new Map<Tone, string>();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const shape = shapes[next(shapes.length)];
      const tone = tones[next(tones.length)];
      if (!shape || !tone || next(9) === 0) continue;
      drawn.set(tone, (drawn.get(tone) ?? '') + shape(column * TILE, row * TILE));
    }
  }
  return {
    width: columns * TILE,
    height: rows * TILE,
    paths: [...drawn].map(([tone, d]) => ({ tone, d })),
  };
}
