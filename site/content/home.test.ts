import { expect, test } from 'vitest';
import { checked, heroWords, orbits, schemas, technologiesByCategory } from './home.ts';
import { iconOf } from './technology-icons.ts';

const technology = { name: 'SQLite', category: 'database', orbit: 1 };
const five = [2, 3, 4, 5, 6].map((orbit) => ({ name: `On ${orbit}`, category: 'other', orbit }));

test('the sample holds 37 technologies of all eight categories in six orbits', () => {
  expect(orbits.flat()).toHaveLength(37);
  expect(orbits).toHaveLength(6);
  expect(technologiesByCategory).toHaveLength(8);
  expect(technologiesByCategory.flatMap((group) => group.technologies)).toHaveLength(37);
});

test('the hero turns the four documented words', () => {
  expect(heroWords).toEqual(['PROBLEM SOLVER', 'DEVELOPER', 'SOFTWARE ENGINEER', 'INNOVATOR']);
});

test('every technology of the sample has an icon with at most two decimals', () => {
  for (const each of orbits.flat()) {
    expect(iconOf(each), each.name).toMatch(/^[Mm]/);
    expect(iconOf(each)).not.toMatch(/\.\d{3}/);
  }
});

test.each([
  [
    'an unknown category',
    { technologies: [{ ...technology, category: 'magic' }, ...five] },
    "'technologies.0.category' needs one of language, framework",
  ],
  [
    'a seventh orbit',
    { technologies: [technology, ...five, { ...technology, name: 'Far', orbit: 7 }] },
    "'technologies.6.orbit' needs a number from 1 (innermost) to 6",
  ],
  ['an empty orbit', { technologies: [technology] }, 'orbit 2 needs 1 to 9 technologies'],
  [
    'too many on the innermost',
    {
      technologies: [
        ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...technology, name })),
        ...five,
      ],
    },
    'orbit 1 needs 1 to 4 technologies and has 5',
  ],
  ['a name twice', { technologies: [technology, technology, ...five] }, "names 'SQLite' twice"],
])('technologies.json with %s is refused in a sentence', (_, source, sentence) => {
  expect(() => checked('technologies.json', schemas.technologiesSchema, source)).toThrow(
    `content/profile/technologies.json is invalid: `,
  );
  expect(() => checked('technologies.json', schemas.technologiesSchema, source)).toThrow(sentence);
});

test('dates and addresses of the timeline are checked', () => {
  const post = { date: '21.11.2026', title: 'A', text: 'B', channel: 'Blog', url: '//elsewhere' };
  const check = () => checked('timeline.json', schemas.timelineSchema, { posts: [post] });
  expect(check).toThrow("'posts.0.date' needs a date like 2026-11-21");
  expect(check).toThrow("'posts.0.url' needs an address that starts with https://");
});

test('a testimony without a name, and three words instead of four, are refused', () => {
  const quote = { quote: 'Good.', name: ' ', role: 'Engineer', company: 'One' };
  expect(() =>
    checked('testimonials.json', schemas.testimonialsSchema, { testimonials: [quote] }),
  ).toThrow("'testimonials.0.name' needs at least one character");
  expect(() => checked('hero.json', schemas.heroSchema, { words: ['A', 'B', 'C'] })).toThrow(
    "'words' needs four words",
  );
});
