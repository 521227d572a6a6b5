/** A random generator that returns the same numbers for the same seed, so that failures can be repeated. */
export interface Random {
  readonly seed: number;
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** @see https://github.com/bryc/code/blob/master/jshash/PRNGs.md (mulberry32, public domain) */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    next,
    below,
    pick: <Item>(items: readonly Item[]) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

/** Returns SEED_NUMBER, which repeats an earlier run, or a random seed. */
export function seedNumber(): number {
  const requested = Number(process.env.SEED_NUMBER);
  return Number.isInteger(requested) && requested > 0
    ? requested
    : Math.floor(Math.random() * 2 ** 31) + 1;
}
