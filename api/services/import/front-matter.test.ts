import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidFrontMatterError, readFrontMatter, writeFrontMatter } from './front-matter.ts';
import { readArticleFields, readDate } from './parse-article.ts';

const fieldsOf = (yaml: string) =>
  readArticleFields(readFrontMatter(`---\n${yaml}\n---\ntext`).matter).fields;
const notesOf = (yaml: string) =>
  readArticleFields(readFrontMatter(`---\n${yaml}\n---\ntext`).matter).notes;

describe('readFrontMatter', () => {
  const table: [string, string, number, string][] = [
    ['no front matter', '# Hi\n', 0, '# Hi\n'],
    ['front matter', '---\ntitle: A\n---\nbody', 1, 'body'],
    ['a blank line behind it', '---\ntitle: A\n---\n\nbody\n', 1, 'body\n'],
    ['lines as Windows ends them', '---\r\ntitle: A\r\n---\r\n\r\nbody\r\n', 1, 'body\r\n'],
    ['dots as its end', '---\ntitle: A\n...\nbody', 1, 'body'],
    ['empty front matter', '---\n---\nbody', 0, 'body'],
    ['front matter alone', '---\ntitle: A\n---', 1, ''],
    ['a thematic break', '---\n\nbody', 0, '---\n\nbody'],
    ['text between two breaks', '---\nbody\n---\nmore', 0, '---\nbody\n---\nmore'],
  ];
  it.each(table)('%s', (_name, text, keys, body) => {
    const read = readFrontMatter(text);
    expect([read.matter.size, read.body]).toEqual([keys, body]);
  });
});

describe('invalid or hostile YAML', () => {
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (let level = 0; level < 9; level += 1) {
    const [from, to] = ['abcdefghij'[level], 'abcdefghij'[level + 1]];
    bomb.push(`${to}: &${to} [*${from},*${from},*${from},*${from},*${from},*${from},*${from}]`);
  }
  it.each([
    ['a bomb of aliases', bomb.join('\n')],
    ['a list that is not closed', 'tags: [a, b'],
    ['a tab for indentation', 'a:\n\tb: c'],
    ['a key that comes twice', 'title: a\ntitle: b'],
    ['brackets without end', 'a: '.concat('['.repeat(20_000))],
    ['too many characters', `a: ${'x'.repeat(70_000)}`],
  ])('%s is rejected with a message', (_name, yaml) => {
    expect(() => readFrontMatter(`---\n${yaml}\n---\n`)).toThrow(InvalidFrontMatterError);
  });

  it('keeps __proto__ and constructor as ordinary keys and runs no tags', () => {
    const yaml = '__proto__: {draft: true}\nconstructor: x\ntitle: !!js/function "x"';
    expect(notesOf(yaml)).toHaveLength(2);
    expect(fieldsOf(yaml)).toEqual({ title: 'x' });
    expect(({} as Record<string, unknown>).draft).toBeUndefined();
  });

  it('reports that TOML is not supported', () => {
    expect(() => readFrontMatter('+++\ntitle = "A"\n+++\n')).toThrow(/TOML/);
  });
});

describe('readArticleFields', () => {
  const noon = Date.UTC(2026, 10, 21, 12);
  it.each<[string, object]>([
    ['title: Plain', { title: 'Plain' }],
    ['title: 1.10', { title: '1.10' }],
    ['title: ""', {}],
    ['Title: Case', { title: 'Case' }],
    ['subtitle: ""', { subtitle: '' }],
    ['summary: Short', { description: 'Short' }],
    ['date: 2026-11-21', { publishedAt: noon - 43_200_000 }],
    ['date: 2026-11-21T13:00:00+01:00', { publishedAt: noon }],
    ['date: 2026-11-21 12:00', { publishedAt: noon }],
    ['date: 2026-11-21 07:00:00 -0500', { publishedAt: noon }],
    ['pubDate: November 21, 2026', { publishedAt: noon - 43_200_000 }],
    ['date: null', { publishedAt: null }],
    ['date: soon', {}],
    ['date: 0001-01-01T00:00:00Z', {}],
    ['lastmod: 2026-11-21T12:00Z', { updatedAt: noon }],
    ['tags: [React, Node.js, C++, react]', { tags: ['react', 'nodejs', 'cpp'] }],
    ['tags: one, two words', { tags: ['one', 'two-words'] }],
    ['tags:', { tags: [] }],
    ['tags: ["!!", ok]', { tags: ['ok'] }],
    ['category: Python', { categories: ['Python'] }],
    ['categories: [Python, python, JavaScript]', { categories: ['Python', 'JavaScript'] }],
    ['draft: true', { draft: true }],
    ['draft: "no"', { draft: false }],
    ['published: false', { draft: true }],
    ['published: 2026-11-21T12:00Z', { publishedAt: noon }],
    ['lang: pt_BR', { language: 'pt-BR' }],
    ['language: klingon forever', {}],
    ['cover: {image: a.png, alt: An A}', { image: 'a.png', imageAlt: 'An A' }],
    ['image: null', { image: null }],
    ['series: null', { series: null }],
    ['author: a@example.org', { authorEmail: 'a@example.org' }],
    ['author: Jane Doe', {}],
    ['id: abcdefghjkmnpqrs', { publicId: 'abcdefghjkmnpqrs' }],
    ['id: 12', {}],
    ['linkedinContent: |\n  One\n  Two', { linkedinContent: 'One\nTwo\n' }],
    ['views: -1', {}],
    ['layout: post', {}],
  ])('%s', (yaml, fields) => {
    expect(fieldsOf(yaml)).toEqual(fields);
  });

  it('lists ignored values', () => {
    expect(notesOf('layout: post\ndate: soon\ntitle: Fine')).toEqual([
      'layout: unknown field, ignored.',
      'date: should be a date such as 2026-11-21, ignored.',
    ]);
  });

  it('shortens long values with a note', () => {
    const many = Array.from({ length: 15 }, (_, index) => `t${index}`);
    const yaml = `title: ${'x'.repeat(300)}\ntags: [${many}]\ncategories: [${'c'.repeat(99)}]`;
    const fields = fieldsOf(yaml);
    expect(fields.title).toHaveLength(200);
    expect(fields.tags).toHaveLength(12);
    expect(fields.categories).toEqual(['c'.repeat(60)]);
    expect(notesOf(yaml)).toHaveLength(3);
  });
});

describe('readDate', () => {
  it.each(['2026-02-30', '2026-13-01', '2026-01-01T25:00', 'yesterday', '', '1e3'])(
    '%s is none',
    (text) => expect(readDate(text)).toBeNull(),
  );

  it('parses ISO strings of Date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (time) => {
        expect(readDate(new Date(time).toISOString())).toBe(time);
      }),
    );
  });
});

describe('writeFrontMatter', () => {
  const tricky = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'null',
      '~',
      'yes',
      '1.10',
      '---',
      '...',
      '# x',
      'a: b',
      ' x ',
      '\n',
      '\u2028',
      "'",
    ),
  );

  it('writes values and text that are read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(tricky), tricky, tricky, (list, text, body) => {
        const written = writeFrontMatter({ text, list, nothing: null, yes: true }, body);
        const read = readFrontMatter(written);
        expect(Object.fromEntries(read.matter)).toEqual({ text, list, nothing: null, yes: true });
        expect(read.body).toBe(body);
      }),
      { numRuns: 500 },
    );
  });
});
