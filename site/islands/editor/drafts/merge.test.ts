import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyForm } from '../form.ts';
import { mergedTextOf, mergeForms, mergeText } from './merge.ts';

const overlaps = (base: string | null, mine: string, theirs: string) =>
  mergeText(base, mine, theirs).filter(({ kind }) => kind === 'overlap');
const merged = (base: string, mine: string, theirs: string) =>
  mergedTextOf(mergeText(base, mine, theirs), []);

const text = fc
  .array(fc.constantFrom('a', 'b', 'one two', 'two one', '', '# x', '- y'), { maxLength: 12 })
  .map((lines) => lines.join('\n'));

describe('merging two versions of a text', () => {
  it.each([
    ['other lines', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['adjacent lines', 'a b\nc d', 'a B\nc d', 'a b\nC d', 'a B\nC d'],
    [
      'other words of a line',
      'one two three four',
      'ONE two three four',
      'one two three FOUR',
      'ONE two three FOUR',
    ],
    ['one more line at each end', 'a\nb', 'x\na\nb', 'a\nb\ny', 'x\na\nb\ny'],
    ['one removes, one adds', 'a\nb\nc\nd', 'b\nc\nd', 'a\nb\nc\nd\ne', 'b\nc\nd\ne'],
    ['the same change on both sides', 'a\nb', 'a\nc', 'a\nc', 'a\nc'],
    ['the same addition on both sides', 'a', 'a\nb', 'a\nb', 'a\nb'],
  ])('merges edits that do not overlap: %s', (_what, base, mine, theirs, expected) => {
    expect(overlaps(base, mine, theirs)).toEqual([]);
    expect(merged(base, mine, theirs)).toBe(expected);
    expect(merged(base, theirs, mine)).toBe(expected);
  });

  it.each([
    ['the same word', 'one two', 'one 2', 'one zwei'],
    ['an added line at the same place', 'a\nb', 'a\nx\nb', 'a\ny\nb'],
    ['a removal and a change of the same line', 'a\nb\nc', 'a\nc', 'a\nB\nc'],
    ['everything', 'The beginning.', 'This tab.', 'The other.'],
  ])('returns overlapping edits as conflicts: %s', (_what, base, mine, theirs) => {
    const pieces = mergeText(base, mine, theirs);
    expect(pieces.filter(({ kind }) => kind === 'overlap')).toHaveLength(1);
    expect(mergedTextOf(pieces, ['mine'])).toBe(mine);
    expect(mergedTextOf(pieces, ['theirs'])).toBe(theirs);
  });

  it('returns a line that is too long to compare its words as a conflict', () => {
    const line = (words: number) => `one ${'and '.repeat(words)}four`;
    const overlapsOf = (base: string) =>
      overlaps(base, base.replace('one', 'ONE'), base.replace('four', 'FOUR'));
    expect(overlapsOf(line(400))).toEqual([]);
    expect(overlapsOf(line(600))).toHaveLength(1);
  });

  it('marks all differences as overlaps without a common base', () => {
    expect(overlaps(null, 'a\nb\nc', 'a\nB\nc\nd')).toHaveLength(2);
  });

  it('returns the other side if one side has no changes', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merged(base, base, changed)).toBe(changed);
        expect(merged(base, changed, base)).toBe(changed);
        expect(overlaps(base, changed, base)).toEqual([]);
      }),
    );
  });

  it('returns either side completely when all choices are for it', () => {
    fc.assert(
      fc.property(text, text, (mine, theirs) => {
        const pieces = mergeText(null, mine, theirs);
        expect(
          mergedTextOf(
            pieces,
            pieces.map(() => 'mine' as const),
          ),
        ).toBe(mine);
        expect(
          mergedTextOf(
            pieces,
            pieces.map(() => 'theirs' as const),
          ),
        ).toBe(theirs);
      }),
    );
  });

  it('keeps both of two separate edits', () => {
    const paragraphs = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), {
      minLength: 5,
      maxLength: 20,
    });
    fc.assert(
      fc.property(paragraphs, fc.nat(), fc.nat(), (numbers, first, second) => {
        const lines = numbers.map((number) => `paragraph ${number}`);
        const here = first % (lines.length - 2);
        const there = here + 2 + (second % (lines.length - here - 2));
        const mine = lines.with(here, 'mine').join('\n');
        const theirs = lines.toSpliced(there, 0, 'theirs').join('\n');
        const expected = lines.with(here, 'mine').toSpliced(there, 0, 'theirs').join('\n');
        expect(merged(lines.join('\n'), mine, theirs)).toBe(expected);
      }),
    );
  });
});

describe('merging two versions of a form', () => {
  const base = { ...emptyForm, title: 'T', tags: 'a, b', markdown: 'x\n\ny' };

  it('takes each field from the side that changed it, and merges lists', () => {
    const mine = { ...base, title: 'Mine', tags: 'a, b, c', markdown: 'X\n\ny' };
    const theirs = {
      ...base,
      subtitle: 'Theirs',
      tags: 'b, d',
      image: 'i',
      imageUrl: '/i',
      dev: true,
      markdown: 'x\n\nY',
    };
    const { form, clean } = mergeForms(base, mine, theirs);
    expect(clean).toBe(true);
    expect(form).toEqual({
      ...theirs,
      title: 'Mine',
      tags: 'b, d, c',
      markdown: 'X\n\nY',
    });
  });

  it('returns the fields that both sides changed, with my values', () => {
    const mine = { ...base, title: 'Mine', description: 'Same' };
    const theirs = { ...base, title: 'Theirs', description: 'Same' };
    expect(mergeForms(base, mine, theirs)).toMatchObject({
      fields: ['title'],
      clean: false,
      form: { title: 'Mine', description: 'Same' },
    });
    expect(mergeForms(null, mine, base).fields).toEqual(['title', 'description']);
  });
});
