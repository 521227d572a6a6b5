/**
 * Markdown that sends naive parsers into quadratic or cubic time, most of it known from cmark's
 * tests. `markdown(size)` returns about `size` characters of the same shape for any size.
 */
export interface PathologicalInput {
  name: string;
  markdown(size: number): string;
  /** True if the renderer refuses it because it nests too deep. */
  tooDeep: boolean;
  /** True if most of the work is in the grammar of a programming language. */
  code: boolean;
}

type Shape = string | ((size: number) => string);

function repeat(part: string, size: number): string {
  return part.repeat(Math.ceil(size / part.length)).slice(0, size);
}

function nest(size: number, open: string, middle: string, close: string): string {
  const times = Math.floor(size / (open.length + close.length));
  return open.repeat(times) + middle + close.repeat(times);
}

function count(times: number, write: (index: number) => string): string {
  return Array.from({ length: Math.floor(times) }, (_, index) => write(index)).join('');
}

// Code is a tenth of the text, because longer code is not highlighted.
function code(size: number, language: string, line: string): string {
  return `\`\`\`${language}\n${repeat(line, size / 10 - 1)}\n\`\`\`\n`;
}

// A string is repeated to the requested size.
const BOUNDED: Record<string, Shape> = {
  'emphasis opened': '_a ',
  'emphasis closed': 'a_ ',
  'emphasis mismatched': '*a_ ',
  'emphasis of three': (size) => `a**b${repeat('c* ', size)}`,
  'emphasis many times': '*a*',
  'struck and not': '~~a ~b ',
  stars: '*',
  'links opened': '[a',
  'links closed': 'a]',
  'links and emphasis': '[ a_',
  'links half written': '[a](<b',
  'links half written bare': '[a](b',
  'links of brackets': '[ (](',
  'images opened': '![',
  'images half written': '![[]()',
  'brackets opened': '[',
  'brackets nested': (size) => nest(size, '[', 'a', ']'),
  'links nested': (size) => nest(size, '[', 'a', '](b)'),
  'a label without end': (size) => `[${repeat('a\\]', size)}`,
  'backticks growing': (size) => count(Math.sqrt(2 * size), (index) => `${'`'.repeat(index + 1)}e`),
  'comments opened': (size) => `a ${repeat('<!--x ', size)}`,
  'instructions opened': (size) => `a ${repeat('<?', size)}`,
  'declarations opened': (size) => `a ${repeat('<!A ', size)}`,
  'tags half written': '<a ',
  'one tag with many attributes': (size) => `<a ${count(size / 8, (index) => `b${index}=c `)}>`,
  'formatting closed across paragraphs': (size) => `<b>${repeat('<p>x</b>y', size)}`,
  'formatting crossed': '<b><i></b></i>',
  'links in links by hand': '<a href=x>',
  'HTML left open': (size) => `<div>\n\n${repeat('para\n\n', size)}`,
  definitions: '[a]: u\n',
  'definitions used': (size) =>
    `${count(size / 28, (index) => `[${index}]: u\n`)}\n${count(size / 28, (index) => `[${index}]\n\n`)}`,
  'a definition without end': (size) => `[a]: u "${repeat('b\n', size)}`,
  footnotes: (size) =>
    `${count(size / 25, (index) => `[^${index}]: u\n`)}\n${count(size / 25, (index) => `[^${index}] `)}`,
  'one footnote many times': (size) => `[^a]: x\n\n${repeat('[^a]', size)}`,
  'a wide table': (size) => `|${repeat('a|', size / 2)}\n|${repeat('-|', size / 2)}\n`,
  'a long table': (size) => `|a|b|\n|-|-|\n${repeat('|x|y|\n', size)}`,
  'a table to be filled up': (size) => {
    const head = Math.min(900, size / 100);
    return `|${repeat('a|', head)}\n|${repeat('-|', head)}\n${repeat('|x\n', size)}`;
  },
  'quotes of fifteen': `${'>'.repeat(15)}a\n`,
  'a deep quote lazily continued': (size) => `${'>'.repeat(28)}a\n${repeat('b\n', size)}`,
  'list items': '- a\n',
  'loose list items': '- a\n\n',
  'task items': '- [ ] a\n',
  callouts: '> [!NOTE]\n> a\n\n',
  headings: '# a\n',
  'underlined headings': 'a\n-\n',
  rules: '---\n',
  fences: '```\n',
  paragraphs: 'a\n\n',
  'one line': 'a ',
  spaces: (size) => `a${repeat(' ', size)}b`,
  tabs: '\t',
  'line breaks': '\n',
  nothing: '\0',
  backslashes: '\\',
  references: '&amp;',
  addresses: 'http://a.b ',
  'addresses without host': 'http://',
  'an address with brackets': (size) => `http://a${nest(size, '(', '', ')')}`,
  www: 'www.',
  'mail addresses': 'a@b.co ',
  'half mail addresses': 'a@',
  'code marked without end': (size) =>
    `\`\`\`js {1-99999999,${repeat('1-9999,', size)}}\na\n\`\`\``,
};

const CODE: Record<string, Shape> = {
  'code that nests in TypeScript': (size) => code(size, 'ts', '((((((((((<<<<<<<<\n'),
  'code that nests in JSON': (size) => code(size, 'json', '[\n'),
  'code that nests in HTML': (size) => code(size, 'html', '<div><script>\n'),
  'code that never ends in a line': (size) => code(size, 'ts', 'a<b,'),
  'code in C++': (size) =>
    code(size, 'cpp', 'template<typename T> auto f(T a) -> decltype(a<b>());\n'),
};

const TOO_DEEP: Record<string, Shape> = {
  quotes: '>',
  'quotes with spaces': '> ',
  'lists in one line': '1. ',
  'lists line by line': (size) =>
    count(Math.sqrt(size), (index) => `${' '.repeat(2 * index)}- a\n`),
  'quotes and lists': '> - ',
  emphasis: (size) => nest(size, '*a **a ', 'b', ' a** a*'),
  'HTML elements': '<div>\n\n',
  'HTML formatting': (size) => count(size / 13, (index) => `<b id=${index}>`),
  tables: '<table><tr><td>',
  'foreign elements': '<svg>',
};

function inputs(
  shapes: Record<string, Shape>,
  kind: Partial<Pick<PathologicalInput, 'tooDeep' | 'code'>> = {},
): PathologicalInput[] {
  return Object.entries(shapes).map(([name, shape]) => ({
    name,
    markdown: (size) => (typeof shape === 'string' ? repeat(shape, size) : shape(size)),
    tooDeep: false,
    code: false,
    ...kind,
  }));
}

/** All inputs, for the test of growth and for the benchmark. */
export const PATHOLOGICAL_INPUTS: readonly PathologicalInput[] = [
  ...inputs(BOUNDED),
  ...inputs(CODE, { code: true }),
  ...inputs(TOO_DEEP, { tooDeep: true }),
];
