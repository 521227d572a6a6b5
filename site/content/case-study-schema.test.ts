import { describe, expect, test } from 'vitest';
import { checkMedia, inOrder, readCaseStudy } from './case-study-schema.ts';

const file = 'content/case-studies/bridge.mdx';
const least = {
  id: 4,
  name: 'Harbour office',
  title: 'A bridge that says when',
  headline: 'Opening times for a drawbridge.',
  role: 'Developer',
  context: 'One bridge',
  period: '2015',
  technologies: ['Python'],
  cover: { src: '../media/case-studies/bridge.png', alt: 'A raised bridge' },
};
const without = (field: keyof typeof least) => {
  const { [field]: _left, ...rest } = least;
  return rest;
};

describe('a case study', () => {
  test('needs no more than what its card and hero show', () => {
    const study = readCaseStudy(file, least);
    expect(study).toMatchObject({ id: 4, objectives: [], scope: [], source: [] });
    expect(study.branding).toBeUndefined();
    expect(study.cover.src).toBe('bridge.png');
  });

  test('is written in paragraphs with an empty line between them', () => {
    const study = readCaseStudy(file, { ...least, background: 'One.\nStill one.\n\nTwo.\n' });
    expect(study.background).toEqual(['One.\nStill one.', 'Two.']);
  });

  test.each([
    ['a missing field', without('role'), "'role': is missing"],
    ['a missing part', { ...least, cover: { src: 'bridge.png' } }, "'cover.alt': is missing"],
    ['an empty field', { ...least, title: ' ' }, "'title': is empty"],
    [
      'a year without quotes',
      { ...least, period: 2015 },
      "'period': needs to be of the kind string",
    ],
    ['a field nobody knows', { ...least, stripes: 3 }, "'stripes': there is no such field"],
    [
      'a field nobody knows further inside',
      { ...least, goal: { text: 'Open.', nxt: [] } },
      "'goal.nxt': there is no such field",
    ],
    ['an id that is no number', { ...least, id: 'four' }, "'id': needs a whole number"],
    ['an id below one', { ...least, id: 0 }, "'id': starts at 1"],
    [
      'no technology',
      { ...least, technologies: [] },
      "'technologies': needs at least one technology",
    ],
    [
      'an address that would run as a script',
      { ...least, website: 'javascript:alert(1)' },
      "'website': needs an address that starts with https:// or with one slash",
    ],
    [
      'a colour that is none',
      { ...least, branding: { palette: [{ name: 'Rust', value: 'rust' }] } },
      "'branding.palette.0.value': needs a colour of six digits in quotes, such as '#d9442b'",
    ],
    [
      'a picture from elsewhere',
      { ...least, cover: { src: 'https://example.com/bridge.png', alt: 'A bridge' } },
      "'cover.src': needs the name of a file in content/media/case-studies",
    ],
    [
      'a film without captions',
      { ...least, features: { videos: [{ src: 'a.mp4', title: 'A', poster: 'a.png' }] } },
      "'features.videos.0.captions': is missing",
    ],
    ['no front matter at all', undefined, "'the front matter': is missing"],
  ])('fails for %s with a sentence that names file and field', (_what, frontMatter, sentence) => {
    expect(() => readCaseStudy(file, frontMatter)).toThrow(`${file} is invalid: `);
    expect(() => readCaseStudy(file, frontMatter)).toThrow(sentence);
  });
});

describe('the media of a case study', () => {
  const film = { src: 'a.webm', title: 'A', poster: 'b.png', captions: 'c.vtt' };
  const study = readCaseStudy(file, {
    ...least,
    branding: { image: { src: 'mark.png', alt: 'The mark' } },
    features: { videos: [film] },
  });
  const all = ['bridge.png', 'mark.png', 'a.webm', 'b.png', 'c.vtt'];

  test('are all there', () => {
    expect(() => checkMedia(file, study, new Set(all))).not.toThrow();
  });

  test.each([
    ['bridge.png', 'cover.src'],
    ['mark.png', 'branding.image.src'],
    ['a.webm', 'features.videos.0.src'],
    ['b.png', 'features.videos.0.poster'],
    ['c.vtt', 'features.videos.0.captions'],
  ])('fail without %s with a sentence that names file and field', (name, field) => {
    const others = new Set(all.filter((other) => other !== name));
    expect(() => checkMedia(file, study, others)).toThrow(
      `${file} is invalid: '${field}': there is no file '${name}' in content/media/case-studies`,
    );
  });
});

describe('several case studies', () => {
  test('stand in the order of their ids', () => {
    const sorted = inOrder([
      { id: 10, file: 'ten' },
      { id: 2, file: 'two' },
    ]);
    expect(sorted.map(({ file: name }) => name)).toEqual(['two', 'ten']);
  });

  test('cannot share an id', () => {
    const twice = [
      { id: 2, file: 'first.mdx' },
      { id: 2, file: 'second.mdx' },
    ];
    expect(() => inOrder(twice)).toThrow("second.mdx is invalid: 'id': 2 is taken by first.mdx");
  });
});
