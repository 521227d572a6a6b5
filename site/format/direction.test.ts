import { expect, it } from 'vitest';
import { directionOf } from './direction.ts';

it.each([
  ...(['ar', 'he-IL', 'FA', ' ur ', 'ckb-Arab-IQ'] as const).map((tag) => [tag, 'rtl'] as const),
  ...(['en', 'pt-BR', 'ja', 'arn', ''] as const).map((tag) => [tag, undefined] as const),
])('returns the direction of %j: %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction);
});
