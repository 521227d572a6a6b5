import { expect, test } from 'vitest';
import { heroWords, orbits, readHomeContent, schemas, technologiesByCategory } from './home.ts';
import { iconOf } from './technology-icons.ts';

const technology = { name: 'SQLite', category: 'database', orbit: 1 };
const otherOrbits = [2, 3, 4, 5, 6].map((orbit) => ({
  name: `On ${orbit}`,
  category: 'other',
  orbit,
}));

test('the sample content has 37 technologies of all eight categories in six orbits', () => {
  expect(orbits.flat()).toHaveLength(37);
  expect(orbits).toHaveLength(6);
  expect(technologiesByCategory).toHaveLength(8);
  expect(technologiesByCategory.flatMap((group) => group.technologies)).toHaveLength(37);
});

test('the hero has the four documented words', () => {
  expect(heroWords).toEqual(['PROBLEM SOLVER', 'DEVELOPER', 'SOFTWARE ENGINEER', 'INNOVATOR']);
});

test('every technology of the sample has an icon with at most two decimals', () => {
  for (const technology of orbits.flat()) {
    expect(iconOf(technology), technology.name).toMatch(/^[Mm]/);
    expect(iconOf(technology)).not.toMatch(/\.\d{3}/);
  }
});

test.each([
  [
    'an unknown category',
    { technologies: [{ ...technology, category: 'magic' }, ...otherOrbits] },
    "'technologies.0.category' needs one of language, framework",
  ],
  [
    'a seventh orbit',
    { technologies: [technology, ...otherOrbits, { ...technology, name: 'Far', orbit: 7 }] },
    "'technologies.6.orbit' needs a number from 1 (innermost) to 6",
  ],
  ['an empty orbit', { technologies: [technology] }, 'orbit 2 needs 1 to 9 technologies'],
  [
    'too many technologies on the innermost orbit',
    {
      technologies: [
        ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...technology, name })),
        ...otherOrbits,
      ],
    },
    'orbit 1 needs 1 to 4 technologies and has 5',
  ],
  [
    'a duplicate name',
    { technologies: [technology, technology, ...otherOrbits] },
    "names 'SQLite' twice",
  ],
])('rejects technologies.json with %s', (_title, source, message) => {
  expect(() => readHomeContent('technologies.json', schemas.technologiesSchema, source)).toThrow(
    `content/profile/technologies.json is invalid: `,
  );
  expect(() => readHomeContent('technologies.json', schemas.technologiesSchema, source)).toThrow(
    message,
  );
});

test('rejects invalid dates and URLs in the timeline', () => {
  const post = { date: '21.11.2026', title: 'A', text: 'B', channel: 'Blog', url: '//elsewhere' };
  const check = () => readHomeContent('timeline.json', schemas.timelineSchema, { posts: [post] });
  expect(check).toThrow("'posts.0.date' needs a date like 2026-11-21");
  expect(check).toThrow("'posts.0.url' needs an address that starts with https://");
});

test('rejects a testimony without a name, and three hero words in place of four', () => {
  const quote = { quote: 'Good.', name: ' ', role: 'Engineer', company: 'One' };
  expect(() =>
    readHomeContent('testimonials.json', schemas.testimonialsSchema, { testimonials: [quote] }),
  ).toThrow("'testimonials.0.name' needs at least one character");
  expect(() =>
    readHomeContent('hero.json', schemas.heroSchema, { words: ['A', 'B', 'C'] }),
  ).toThrow("'words' needs four words");
});
