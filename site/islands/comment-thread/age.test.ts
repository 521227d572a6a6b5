import { describe, expect, it } from 'vitest';
import { ageOf } from './Comment.tsx';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('formatting of the age of a comment', () => {
  it.each([
    ['2026-11-21T12:00:05Z', 'less than an hour ago'],
    ['2026-11-21T11:00:01Z', 'less than an hour ago'],
    ['2026-11-21T11:00:00Z', '1 hour ago'],
    ['2026-11-20T12:00:01Z', '23 hours ago'],
    ['2026-11-20T12:00:00Z', '1 day ago'],
    ['2025-11-21T12:00:00Z', '365 days ago'],
  ])('formats the age of %s as %s', (written, words) => {
    expect(ageOf(written, now)).toBe(words);
  });
});
