import { expect, test } from 'vitest';
import { below, drawn, next, seedOf, shuffled } from './random.ts';

test('draws the same numbers for equal seeds, on any machine', () => {
  const numbers: number[] = [];
  for (let random = 42; numbers.length < 4; random = next(random)) numbers.push(drawn(random));
  expect(numbers).toEqual([671623878, 551831576, 144025891, 322543647]);
});

test('draws each of a few values about equally often', () => {
  const counts = [0, 0, 0, 0, 0, 0];
  let random = 7;
  for (let draw = 0; draw < 60_000; draw++) {
    random = next(random);
    const face = below(random, 6);
    counts[face] = (counts[face] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('shuffles into a list with the same items, in every possible order', () => {
  const orders = new Set<string>();
  let random = 1;
  for (let turn = 0; turn < 300; turn++) {
    const [items, after] = shuffled(random, ['a', 'b', 'c']);
    random = after;
    expect([...items].sort()).toEqual(['a', 'b', 'c']);
    orders.add(items.join(''));
  }
  expect(orders.size).toBe(6);
});

test('derives one seed per day, and another one for the next day', () => {
  expect(seedOf('2026-11-21')).toBe(seedOf('2026-11-21'));
  expect(seedOf('2026-11-21')).not.toBe(seedOf('2026-11-22'));
});
