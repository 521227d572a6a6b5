import { expect, it } from 'vitest';
import { TimeLimitReached, withTimeLimit } from './parse-markdown.ts';

it('stops work that takes too long and rethrows other errors', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => withTimeLimit(10, endless)).toThrow(TimeLimitReached);
  const tooDeep = () => {
    throw new RangeError('too deep');
  };
  expect(() => withTimeLimit(1000, tooDeep)).toThrow(RangeError);
  expect(withTimeLimit(1000, () => 'done')).toBe('done');
});
