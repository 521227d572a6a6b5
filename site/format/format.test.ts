import { describe, expect, it } from 'vitest';
import { longDate } from './dates.ts';
import { shorten } from './shorten.ts';

describe('longDate', () => {
  const ordinals = [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '10th',
    '11th',
    '12th',
    '13th',
    '14th',
    '20th',
    '21st',
    '22nd',
    '23rd',
    '24th',
    '30th',
    '31st',
  ];
  it.each(ordinals)('formats January %s', (ordinal) => {
    const day = ordinal.replace(/\D/g, '').padStart(2, '0');
    expect(longDate(`2026-01-${day}T12:00:00.000Z`)).toBe(`January ${ordinal} 2026`);
  });

  it('returns the day in UTC', () => {
    expect(longDate('2026-12-31T23:59:59.999Z')).toBe('December 31st 2026');
    expect(longDate('2027-01-01T00:00:00.000Z')).toBe('January 1st 2027');
  });
});

describe('shorten', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

  it('keeps a text of 150 characters', () => {
    const text = `${words(29)} 12345`;
    expect([text.length, shorten(text)]).toEqual([150, text]);
    expect(shorten('')).toBe('');
  });

  it('cuts a longer text after the last word that fits and adds an ellipsis', () => {
    expect(shorten(`${words(29)} 123456`)).toBe(`${words(29)}…`);
    expect(shorten(`${words(28)}, and, soon and on`)).toBe(`${words(28)}, and…`);
  });

  it('cuts a text without spaces at 150 characters and keeps surrogate pairs', () => {
    expect(shorten('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
    expect(shorten('🎲'.repeat(151))).toBe(`${'🎲'.repeat(150)}…`);
  });
});
