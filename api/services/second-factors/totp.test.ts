import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepAt, stepOfCode, toBase32, totpCodeOf, totpUrl } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('RFC 6238, appendix B', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i the code is %s', (second, code) => {
    expect(totpCodeOf(secret, stepAt(second * 1000), 8)).toBe(code);
  });
});

describe('RFC 4648, base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %j as %j', (text, written) => {
    expect(toBase32(Buffer.from(text))).toBe(written);
  });
});

describe('a code', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  const present = stepAt(now);
  const matched = (step: number, usedStep = 0) =>
    stepOfCode(secret, totpCodeOf(secret, step), { now, usedStep });

  it.each([
    [-2, null],
    [-1, present - 1],
    [0, present],
    [1, present + 1],
    [2, null],
  ])('of %i steps from now has the step %s', (distance, step) => {
    expect(matched(present + distance)).toBe(step);
  });

  it.each([
    [present - 1, present],
    [present, null],
    [present + 1, null],
  ])('is rejected once step %i was used', (usedStep, step) => {
    expect(matched(present, usedStep)).toBe(step);
  });

  it('has six digits', () => {
    const notDigits = fc.string().filter((text) => !/^\d{6}$/.test(text));
    fc.assert(
      fc.property(notDigits, (text) => {
        expect(stepOfCode(secret, text, { now, usedStep: 0 })).toBeNull();
      }),
    );
  });
});

it('escapes special characters in the URL for authenticator apps', () => {
  const url = totpUrl('MZXW6', { site: 'A & B: notes', email: 'ann+x@example.org' });
  expect(url).toBe(
    'otpauth://totp/A%20%26%20B%3A%20notes:ann%2Bx%40example.org?secret=MZXW6&issuer=A%20%26%20B%3A%20notes&digits=6&period=30',
  );
});
