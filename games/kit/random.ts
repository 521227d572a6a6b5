/**
 * Chance for engines: a generator of 32 bits that is one whole number in the state, advanced by pure
 * functions. Splitmix32: a counter with an odd step, and a hash of it.
 */

/** The state of a generator: a whole number below 2³². A seed is one as it is. */
export type Random = number;

const STEP = 0x9e3779b9;

/** The generator one draw later. */
export function next(random: Random): Random {
  return (random + STEP) >>> 0;
}

/** What this generator drew: a whole number below 2³². */
export function drawn(random: Random): number {
  let bits = random ^ (random >>> 16);
  bits = Math.imul(bits, 0x21f0aaad);
  bits ^= bits >>> 15;
  bits = Math.imul(bits, 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** What it drew, as a whole number from 0 to one below `count` (at most 2²⁰): `below(random, 6)`. */
export function below(random: Random, count: number): number {
  // Both factors together stay below 2⁵³, and 2³² divides exactly: no rounding can differ.
  return Math.floor((drawn(random) * count) / 0x1_0000_0000);
}

/** The list in a drawn order, and the generator after it. */
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

/** A seed out of any text, such as a day: the same for everybody who writes the same. */
export function seedOf(text: string): Random {
  // FNV-1a over UTF-16 units.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return drawn(hash >>> 0);
}

/** Whether a stranger's value can be a seed. */
export function isSeed(value: unknown): value is Random {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff_ffff;
}
