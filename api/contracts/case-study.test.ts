import { describe, expect, test } from 'vitest';
import { checkMedia, readCaseStudy, sortById } from './case-study.ts';

const file = 'content/case-studies/bridge.mdx';
const minimalStudy = {
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
const without = (field: keyof typeof minimalStudy) => {
  const { [field]: _removed, ...rest } = minimalStudy;
  return rest;
};

describe('a case study', () => {
  test('requires only the fields of its card and hero', () => {
    const study = readCaseStudy(file, minimalStudy);
    expect(study).toMatchObject({ id: 4, objectives: [], scope: [], source: [] });
    expect(study.branding).toBeUndefined();
    expect(study.cover.src).toBe('bridge.png');
  });

  test('splits texts into paragraphs at empty lines', () => {
    const study = readCaseStudy(file, {
      ...minimalStudy,
      background: 'One.\nStill one.\n\nTwo.\n',
    });
    expect(study.background).toEqual(['One.\nStill one.', 'Two.']);
  });

  test.each([
    ['a missing field', without('role'), "'role' is missing"],
    ['a missing part', { ...minimalStudy, cover: { src: 'bridge.png' } }, "'cover.alt' is missing"],
    ['an empty field', { ...minimalStudy, title: ' ' }, "'title' is empty"],
    [
      'a year without quotes',
      { ...minimalStudy, period: 2015 },
      "'period' needs to be of the kind string",
    ],
    ['an unknown field', { ...minimalStudy, stripes: 3 }, "'stripes': there is no such field"],
    [
      'an unknown nested field',
      { ...minimalStudy, goal: { text: 'Open.', nxt: [] } },
      "'goal.nxt': there is no such field",
    ],
    ['an id that is not a number', { ...minimalStudy, id: 'four' }, "'id' needs a whole number"],
    ['an id below one', { ...minimalStudy, id: 0 }, "'id' starts at 1"],
    [
      'no technology',
      { ...minimalStudy, technologies: [] },
      "'technologies' needs at least one technology",
    ],
    [
      'a URL that runs a script',
      { ...minimalStudy, website: 'javascript:alert(1)' },
      "'website' needs a URL that starts with https:// or with one slash",
    ],
    [
      'an invalid colour',
      { ...minimalStudy, branding: { palette: [{ name: 'Rust', value: 'rust' }] } },
      "'branding.palette.0.value' needs a colour of six digits in quotes, such as '#d9442b'",
    ],
    [
      'an external image',
      { ...minimalStudy, cover: { src: 'https://example.com/bridge.png', alt: 'A bridge' } },
      "'cover.src' needs the name of a file in content/media/case-studies",
    ],
    [
      'a video without captions',
      { ...minimalStudy, features: { videos: [{ src: 'a.mp4', title: 'A', poster: 'a.png' }] } },
      "'features.videos.0.captions' is missing",
    ],
    ['missing front matter', undefined, "'the front matter' is missing"],
  ])('rejects %s with an error that names file and field', (_title, frontMatter, message) => {
    expect(() => readCaseStudy(file, frontMatter)).toThrow(`${file} is invalid: `);
    expect(() => readCaseStudy(file, frontMatter)).toThrow(message);
  });
});

describe('checkMedia', () => {
  const video = { src: 'a.webm', title: 'A', poster: 'b.png', captions: 'c.vtt' };
  const study = readCaseStudy(file, {
    ...minimalStudy,
    branding: { image: { src: 'mark.png', alt: 'The mark' } },
    features: { videos: [video] },
  });
  const all = ['bridge.png', 'mark.png', 'a.webm', 'b.png', 'c.vtt'];

  test('accepts a study if all files exist', () => {
    expect(() => checkMedia(file, study, new Set(all))).not.toThrow();
  });

  test.each([
    ['bridge.png', 'cover.src'],
    ['mark.png', 'branding.image.src'],
    ['a.webm', 'features.videos.0.src'],
    ['b.png', 'features.videos.0.poster'],
    ['c.vtt', 'features.videos.0.captions'],
  ])('rejects a missing %s with an error that names file and field', (name, field) => {
    const others = new Set(all.filter((other) => other !== name));
    expect(() => checkMedia(file, study, others)).toThrow(
      `${file} is invalid: '${field}': there is no file '${name}' in content/media/case-studies`,
    );
  });
});

describe('sortById', () => {
  test('sorts case studies by ID', () => {
    const sorted = sortById([
      { id: 10, file: 'ten' },
      { id: 2, file: 'two' },
    ]);
    expect(sorted.map(({ file: name }) => name)).toEqual(['two', 'ten']);
  });

  test('rejects two case studies with the same ID', () => {
    const duplicates = [
      { id: 2, file: 'first.mdx' },
      { id: 2, file: 'second.mdx' },
    ];
    expect(() => sortById(duplicates)).toThrow(
      "second.mdx is invalid: 'id': 2 is taken by first.mdx",
    );
  });
});
