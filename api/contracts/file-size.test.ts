import { expect, it } from 'vitest';
import { fileSize, sizeLimit } from './file-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1250, '1.3 kB'],
  [9949, '9.9 kB'],
  [9999, '10 kB'],
  [48_000, '48 kB'],
  [1_048_576, '1.0 MB'],
  [2_500_000_000, '2.5 GB'],
  [2_500_000_000_000, '2500 GB'],
])('formats %i bytes as %s', (bytes, expected) => {
  expect(fileSize(bytes)).toBe(expected);
});

it('rounds up what is needed and down what is left', () => {
  expect(fileSize(268_435_456, Math.ceil)).toBe('269 MB');
  expect(fileSize(9_999_000_000, Math.floor)).toBe('9.9 GB');
});

it('formats limits as people name them', () => {
  expect([1, 25, 1024].map((size) => sizeLimit(size * 1_048_576))).toEqual([
    '1 MB',
    '25 MB',
    '1024 MB',
  ]);
});
