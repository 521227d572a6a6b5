import { expect, test } from 'vitest';
import { below, drawn, next, seedOf, shuffled } from './random.ts';

test('the same seed draws the same numbers, on any machine', () => {
  const numbers: number[] = [];
  for (let random = 42; numbers.length < 4; random = next(random)) numbers.push(drawn(random));
  expect(numbers).toEqual([671623878, 551831576, 144025891, 322543647]);
});

test('each of a few faces is drawn about as often as the others', () => {
  const counts = [0, 0, 0, 0, 0, 0];
  let random = 7;
  for (let draw = 0; draw < 60_000; draw++) {
    random = next(random);
    const face = below(random, 6);
    counts[face] = (counts[face] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('a shuffled list has the same items, and each order comes up', () => {
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

test('a day is the same seed for everybody, and another one tomorrow', () => {
  expect(seedOf('2026-11-21')).toBe(seedOf('2026-11-21'));
  expect(seedOf('2026-11-21')).not.toBe(seedOf('2026-11-22'));
});
