import { expect, it } from 'vitest';
import { TextTooComplexError, withTimeLimit } from './parse-markdown.ts';

it('reports work that takes too long or is nested too deeply', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => withTimeLimit(10, endless)).toThrow(TextTooComplexError);
  const tooDeep = () => {
    throw new RangeError('too deep');
  };
  expect(() => withTimeLimit(1000, tooDeep)).toThrow(TextTooComplexError);
  expect(withTimeLimit(1000, () => 'done')).toBe('done');
});
