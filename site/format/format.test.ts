import { describe, expect, it } from 'vitest';
import { longDate } from './dates.ts';
import { shorten } from './shorten.ts';

describe('a date as the articles show it', () => {
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
  it.each(ordinals)('says January %s', (ordinal) => {
    const day = ordinal.replace(/\D/g, '').padStart(2, '0');
    expect(longDate(`2026-01-${day}T12:00:00.000Z`)).toBe(`January ${ordinal} 2026`);
  });

  it('is that of the day in UTC, whatever the hour', () => {
    expect(longDate('2026-12-31T23:59:59.999Z')).toBe('December 31st 2026');
    expect(longDate('2027-01-01T00:00:00.000Z')).toBe('January 1st 2027');
  });
});

describe('a description on a card', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

  it('of 150 characters is as it was written', () => {
    const text = `${words(29)} 12345`;
    expect([text.length, shorten(text)]).toEqual([150, text]);
    expect(shorten('')).toBe('');
  });

  it('of more ends after the last word that has room, with an ellipsis', () => {
    expect(shorten(`${words(29)} 123456`)).toBe(`${words(29)}…`);
    expect(shorten(`${words(28)}, and, soon and on`)).toBe(`${words(28)}, and…`);
  });

  it('without a space is cut at 150 characters, and never inside one', () => {
    expect(shorten('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
    expect(shorten('🎲'.repeat(151))).toBe(`${'🎲'.repeat(150)}…`);
  });
});
