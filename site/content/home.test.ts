import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contentSchemas } from '#contracts/content.ts';
import { groupByCategory, orbitsOf } from './home.ts';
import { iconOf } from './technology-icons.ts';

const read = (file: string) => JSON.parse(readFileSync(`content/profile/${file}.json`, 'utf8'));
const technologies = contentSchemas.technologies.parse(read('technologies'));
const orbits = orbitsOf(technologies);
const categories = groupByCategory(technologies);

test('the sample content has 37 technologies of all eight categories in six orbits', () => {
  expect(orbits.flat()).toHaveLength(37);
  expect(orbits).toHaveLength(6);
  expect(categories).toHaveLength(8);
  expect(categories.flatMap((group) => group.technologies)).toHaveLength(37);
});

test('the hero has the four documented words', () => {
  expect(contentSchemas.hero.parse(read('hero')).words).toEqual([
    'PROBLEM SOLVER',
    'DEVELOPER',
    'SOFTWARE ENGINEER',
    'INNOVATOR',
  ]);
});

test('every technology of the sample has an icon with at most two decimals', () => {
  for (const technology of orbits.flat()) {
    expect(iconOf(technology), technology.name).toMatch(/^[Mm]/);
    expect(iconOf(technology)).not.toMatch(/\.\d{3}/);
  }
});
