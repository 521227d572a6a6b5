import { expect, test } from 'vitest';
import type { ContentName } from '#contracts/content.ts';
import { createMarkdownRenderer } from '../../markdown/render.ts';
import { parseContent } from './parse-content.ts';

const { render } = createMarkdownRenderer();
const check = (name: ContentName, source: unknown) =>
  parseContent(name, typeof source === 'string' ? source : JSON.stringify(source), render);

const technology = { name: 'SQLite', category: 'database', orbit: 1 };
const five = [2, 3, 4, 5, 6].map((orbit) => ({ name: `On ${orbit}`, category: 'other', orbit }));

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
])('technologies.json with %s is refused in a sentence', async (_, source, errorMessage) => {
  const checking = check('technologies', source);
  await expect(checking).rejects.toThrow('profile/technologies.json is invalid: ');
  await expect(checking).rejects.toThrow(errorMessage);
});

test('dates and URLs of the timeline are checked', async () => {
  const post = { date: '21.11.2026', title: 'A', text: 'B', channel: 'Blog', url: '//elsewhere' };
  const checking = check('timeline', { posts: [post] });
  await expect(checking).rejects.toThrow("'posts.0.date' needs a date like 2026-11-21");
  await expect(checking).rejects.toThrow("'posts.0.url' needs a URL that starts with https://");
});

test('a testimony without a name, and three words instead of four, are refused', async () => {
  const quote = { quote: 'Good.', name: ' ', role: 'Engineer', company: 'One' };
  await expect(check('testimonials', { testimonials: [quote] })).rejects.toThrow(
    "'testimonials.0.name' needs at least one character",
  );
  await expect(check('hero', { words: ['A', 'B', 'C'] })).rejects.toThrow(
    "'words' needs four words",
  );
});

test.each([
  ['text that is no JSON', 'tools', '{ "lead": ', 'profile/tools.json is invalid: '],
  ['a missing field', 'tools', {}, "'lead' is missing"],
  ['a list instead of an object', 'about', [], "'the whole file' needs to be of the kind object"],
  ['a day that is none', 'help', '---\ntitle: A\nlead: B\nupdated: soon\n---\n', "'updated' needs"],
  ['invalid front matter', 'help', '---\ntitle: [\n---\n', 'pages/help.md is invalid: The front'],
  ['no front matter', 'terms', '# Only text\n', "pages/terms.md is invalid: 'title' is missing"],
] as const)('%s is refused with the name of the file', async (_, name, source, errorMessage) => {
  await expect(check(name, source)).rejects.toThrow(errorMessage);
});
