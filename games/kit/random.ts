/**
 * Random numbers for engines: a 32-bit generator that is one whole number in the state, advanced by pure
 * functions (Splitmix32: a counter with an odd step, and a hash of it).
 */

/** State of a generator: a whole number below 2³². Every seed is a valid state. */
export type Random = number;

const STEP = 0x9e3779b9;

/** Returns the generator after one draw. */
export function next(random: Random): Random {
  return (random + STEP) >>> 0;
}

/** Returns the number drawn by this generator, below 2³². */
export function drawn(random: Random): number {
  let bits = random ^ (random >>> 16);
  bits = Math.imul(bits, 0x21f0aaad);
  bits ^= bits >>> 15;
  bits = Math.imul(bits, 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Returns the number drawn by this generator, from 0 to `count` - 1; `count` is at most 2²⁰. */
export function below(random: Random, count: number): number {
  // The product stays below 2⁵³ and 2³² divides exactly, so rounding cannot differ.
  return Math.floor((drawn(random) * count) / 0x1_0000_0000);
}

/** Returns the list in random order, and the advanced generator. */
export function shuffled<Item>(random: Random, list: readonly Item[]): [Item[], Random] {
  const items = [...list];
  let generator = random;
  for (let end = items.length - 1; end > 0; end--) {
    generator = next(generator);
    const other = below(generator, end + 1);
    const item = items[end] as Item;
    items[end] = items[other] as Item;
    items[other] = item;
  }
  return [items, generator];
}

/** Returns a seed derived from text, such as a date. */
export function seedOf(text: string): Random {
  // FNV-1a over UTF-16 units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return drawn(hash >>> 0);
}

/** True if an untrusted value is a valid seed. */
export function isSeed(value: unknown): value is Random {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff_ffff;
}
