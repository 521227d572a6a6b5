import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugFromTitle, uniqueSlug } from './identifiers.ts';

describe('the slug of a title', () => {
  it.each([
    ['Under the Hood', 'under-the-hood'],
    ['  Ünder the Hööd!  ', 'under-the-hood'],
    ['Straße & Weg', 'strasse-weg'],
    ['GROẞE STRAẞE', 'grosse-strasse'],
    ["It's the reader’s page", 'its-the-readers-page'],
    ['C++ / C# — a comparison', 'c-c-a-comparison'],
    ['日本語のタイトル', '日本語のタイトル'],
    ['Привет, мой мир', 'привет-мой-мир'],
    ['हिन्दी में लेख', 'हिन्दी-में-लेख'],
    ['ガイド', 'ガイド'],
    ['கணினி', 'கணினி'],
    ['İstanbul', 'istanbul'],
    ['ﬁne ｆｕｌｌ　ｗｉｄｔｈ', 'fine-full-width'],
    ['../../etc/passwd', 'etc-passwd'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['😀 🎉', ''],
    ['', ''],
  ])('%s becomes %s', (title, slug) => {
    expect(slugFromTitle(title)).toBe(slug);
  });

  it('ends between words when the title is long', () => {
    expect(slugFromTitle(`${'word '.repeat(11)}antidisestablishment`)).toBe(
      Array(11).fill('word').join('-'),
    );
  });

  it('contains letters, digits and single dashes, and fits a file name with all extensions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const slug = slugFromTitle(title);
        expect(slug).toMatch(
          /^$|^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u,
        );
        expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(180);
      }),
    );
    expect(Buffer.byteLength(slugFromTitle('𠀀'.repeat(200)))).toBeLessThanOrEqual(180);
  });

  it('does not change when it is converted again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const slug = slugFromTitle(title);
        expect(slugFromTitle(slug)).toBe(slug);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a slug that is taken', () => {
  it('gets the first number that is free', () => {
    const taken = new Set(['note', 'note-2', 'note-4']);
    expect(uniqueSlug('note', (slug) => taken.has(slug))).toBe('note-3');
    expect(uniqueSlug('other', (slug) => taken.has(slug))).toBe('other');
  });
});
