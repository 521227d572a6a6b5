import { describe, expect, test } from 'vitest';
import { MARKDOWN_BYTES_MAX, MarkdownTooDeep, MarkdownTooLarge } from './errors.ts';
import { HIGHLIGHT_CHARACTERS_MAX } from './highlighter.ts';
import { createMarkdownRenderer } from './render.ts';
import { warmUp } from './warm-up.ts';

// Inputs that send naive parsers into squares and cubes, most of them known from cmark's tests.
// Measured in CPU time of this thread, so that a busy machine fails nothing.
const CHARACTERS = 200_000;
const SECOND = 1_000_000;

function fill(part: string, characters = CHARACTERS): string {
  return part.repeat(Math.ceil(characters / part.length)).slice(0, characters);
}

function nest(open: string, middle: string, close: string): string {
  const times = Math.floor(CHARACTERS / (open.length + close.length));
  return open.repeat(times) + middle + close.repeat(times);
}

function count(times: number, write: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => write(index)).join('');
}

function code(language: string, line: string): string {
  return `\`\`\`${language}\n${fill(line, HIGHLIGHT_CHARACTERS_MAX - 1)}\n\`\`\`\n`;
}

const BOUNDED: Record<string, string> = {
  'emphasis opened': fill('_a '),
  'emphasis closed': fill('a_ '),
  'emphasis mismatched': fill('*a_ '),
  'emphasis of three': `a**b${fill('c* ')}`,
  'emphasis many times': fill('*a*'),
  'struck and not': fill('~~a ~b '),
  stars: fill('*'),
  'links opened': fill('[a'),
  'links closed': fill('a]'),
  'links and emphasis': fill('[ a_'),
  'links half written': fill('[a](<b'),
  'links half written bare': fill('[a](b'),
  'links of brackets': fill('[ (]('),
  'images opened': fill('!['),
  'images half written': fill('![[]()'),
  'brackets opened': fill('['),
  'brackets nested': nest('[', 'a', ']'),
  'links nested': nest('[', 'a', '](b)'),
  'a label without end': `[${fill('a\\]')}`,
  'backticks growing': count(630, (index) => `${'`'.repeat(index + 1)}e`),
  'comments opened': `a ${fill('<!--x ')}`,
  'instructions opened': `a ${fill('<?')}`,
  'declarations opened': `a ${fill('<!A ')}`,
  'tags half written': fill('<a '),
  'one tag with many attributes': `<a ${count(25_000, (index) => `b${index}=c `)}>`,
  'formatting closed across paragraphs': `<b>${fill('<p>x</b>y')}`,
  'formatting crossed': fill('<b><i></b></i>'),
  'links in links by hand': fill('<a href=x>'),
  'HTML left open': `<div>\n\n${fill('para\n\n')}`,
  definitions: fill('[a]: u\n'),
  'definitions used': `${count(7_000, (index) => `[${index}]: u\n`)}\n${count(7_000, (index) => `[${index}]\n\n`)}`,
  'a definition without end': `[a]: u "${fill('b\n')}`,
  footnotes: `${count(8_000, (index) => `[^${index}]: u\n`)}\n${count(8_000, (index) => `[^${index}] `)}`,
  'one footnote many times': `[^a]: x\n\n${fill('[^a]')}`,
  'a wide table': `|${fill('a|', CHARACTERS / 2)}\n|${fill('-|', CHARACTERS / 2)}\n`,
  'a long table': `|a|b|\n|-|-|\n${fill('|x|y|\n')}`,
  'a table to be filled up': `|${fill('a|', 900)}\n|${fill('-|', 900)}\n${fill('|x\n')}`,
  'quotes of fifteen': fill(`${'>'.repeat(15)}a\n`),
  'a deep quote lazily continued': `${'>'.repeat(28)}a\n${fill('b\n')}`,
  'list items': fill('- a\n'),
  'loose list items': fill('- a\n\n'),
  'task items': fill('- [ ] a\n'),
  callouts: fill('> [!NOTE]\n> a\n\n'),
  headings: fill('# a\n'),
  'underlined headings': fill('a\n-\n'),
  rules: fill('---\n'),
  fences: fill('```\n'),
  paragraphs: fill('a\n\n'),
  'one line': fill('a '),
  spaces: `a${fill(' ')}b`,
  tabs: fill('\t'),
  'line breaks': fill('\n'),
  nothing: fill('\0'),
  backslashes: fill('\\'),
  references: fill('&amp;'),
  addresses: fill('http://a.b '),
  'addresses without host': fill('http://'),
  'an address with brackets': `http://a${nest('(', '', ')')}`,
  www: fill('www.'),
  'mail addresses': fill('a@b.co '),
  'half mail addresses': fill('a@'),
  'code that nests in TypeScript': code('ts', '((((((((((<<<<<<<<\n'),
  'code that nests in JSON': code('json', '[\n'),
  'code that nests in HTML': code('html', '<div><script>\n'),
  'code that never ends in a line': code('ts', 'a<b,'),
  'code in C++': code('cpp', 'template<typename T> auto f(T a) -> decltype(a<b>());\n'),
  'code marked without end': `\`\`\`js {1-99999999,${fill('1-9999,')}}\na\n\`\`\``,
};

const TOO_DEEP: Record<string, string> = {
  quotes: fill('>'),
  'quotes with spaces': fill('> '),
  'lists in one line': fill('1. '),
  'lists line by line': count(600, (index) => `${' '.repeat(2 * index)}- a\n`),
  'quotes and lists': fill('> - '),
  emphasis: nest('*a **a ', 'b', ' a** a*'),
  'HTML elements': fill('<div>\n\n'),
  'HTML formatting': count(15_000, (index) => `<b id=${index}>`),
  tables: fill('<table><tr><td>'),
  'foreign elements': fill('<svg>'),
};

describe('hostile input', { timeout: 30_000, retry: 2 }, async () => {
  const renderer = createMarkdownRenderer();
  await warmUp(renderer);

  async function secondsFor(work: () => Promise<unknown>): Promise<number> {
    const start = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / SECOND;
  }

  test.each(Object.entries(BOUNDED))('takes at most a second: %s', async (_name, markdown) => {
    expect(await secondsFor(() => renderer.render(markdown))).toBeLessThanOrEqual(1);
  });

  test.each(Object.entries(TOO_DEEP))(
    'is refused at once if too deep: %s',
    async (_name, markdown) => {
      const refuse = () => expect(renderer.render(markdown)).rejects.toThrow(MarkdownTooDeep);
      expect(await secondsFor(refuse)).toBeLessThanOrEqual(1);
    },
  );

  test('is refused if too large, and accepted up to the limit', async () => {
    await expect(renderer.render(fill('ü', MARKDOWN_BYTES_MAX / 2 + 1))).rejects.toThrow(
      MarkdownTooLarge,
    );
    const { words } = await renderer.render(fill('word ', MARKDOWN_BYTES_MAX));
    expect(words).toBeGreaterThan(200_000);
  });
});
