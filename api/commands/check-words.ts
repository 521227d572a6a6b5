/**
 * Checks that texts for people do not contain the retired words of docs/glossary.md, and that names do not contain
 * its retired names. Texts are string literals and markup of components, titles of tests, content/pages/, docs,
 * comments of all code, and files of settings and deployment. Names are identifiers, file names and CSS classes of all code.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import ts from 'typescript';
import { scriptsOf } from './astro-scripts.ts';

/** Attributes without texts for people. */
const MARKUP_ATTRIBUTES = new Set([
  'class',
  'className',
  'href',
  'id',
  'key',
  'name',
  'src',
  'type',
]);

const GLOSSARY = 'docs/glossary.md';
const { retired, exceptions } = readTable('Retired words');
const names = readTable('Retired names');
/** Exceptions of several words, which are allowed within names. */
const phrases = names.exceptions
  .filter((exception) => exception.includes(' '))
  .map((exception) => ` ${exception.toLowerCase()} `);
const problems: string[] = [];

const code = globSync(['*.{ts,mjs}', '{api,bench,e2e,games,site}/**/*.{ts,tsx,js,mjs,astro}']);
for (const file of code) {
  const text = readFileSync(file, 'utf8');
  if (/\.test\.tsx?$/.test(file)) {
    checkTitles(file, text);
  } else if (file.endsWith('.astro')) {
    for (const { code: script, line } of scriptsOf(text)) checkCode(file, script, line);
    checkText(file, markupOf(text), 1);
  } else {
    checkCode(file, text, 0);
  }
}
const pages = globSync('content/pages/*.md');
for (const file of pages) checkText(file, readFileSync(file, 'utf8'), 1);
const docs = globSync([
  '.env.example',
  'Makefile',
  '{biome,knip,package,tsconfig}.json',
  '*.grit',
  'deploy/*',
  'README.md',
  '{api,bench,content,e2e,games,site}/**/README.md',
  'docs/**/*.md',
]).filter((file) => file !== GLOSSARY);
for (const file of docs) checkText(file, proseOf(readFileSync(file, 'utf8')), 1);
const named = globSync(
  ['*.{ts,mjs}', '{api,bench,e2e,games,site}/**/*.{ts,tsx,js,mjs,astro,css}'],
  {
    exclude: ['api/db/migrations/**'],
  },
);
for (const file of named) {
  checkName(file, path.basename(file));
  const text = readFileSync(file, 'utf8');
  checkText(file, proseOf(commentsOf(text)), 1);
  if (file.endsWith('.astro')) {
    for (const { code: script } of scriptsOf(text)) checkNames(file, script);
  } else if (file.endsWith('.css')) {
    const classes = blankBetween(text, '/*', '*/').matchAll(/\.([a-z][\w-]*)/gi);
    for (const name of new Set(Array.from(classes, ([, name = '']) => name))) checkName(file, name);
  } else {
    checkNames(file, text);
  }
}

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
const count = named.length + pages.length + docs.length;
process.stdout.write(`${count} files, ${problems.length} retired words\n`);
process.exit(problems.length === 0 ? 0 : 1);

/** Returns the table of a section of docs/glossary.md: retired words with their replacement, and exceptions. */
function readTable(section: string) {
  const page = readFileSync(GLOSSARY, 'utf8');
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [table = ''] = text.split('\n## ');
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(1, -1).split('|'));
  const quotesOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return {
    retired: rows.flatMap(([words, instead = '']) =>
      quotesOf(words).map((word) => ({ word, instead: instead.trim() })),
    ),
    exceptions: rows.flatMap(([, , allowed]) => quotesOf(allowed)),
  };
}

/** Checks all identifiers of a script, except names of HTML elements. */
function checkNames(file: string, text: string): void {
  const found = new Set<string>();
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isElementName(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind));
  for (const name of found) checkName(file, name);
}

function isElementName({ parent, text }: ts.Identifier): boolean {
  const isTag = ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent);
  return isTag && /^[a-z]/.test(text);
}

function checkName(file: string, name: string): void {
  if (names.exceptions.includes(name)) return;
  const words = wordsOf(name);
  for (const { word, instead } of names.retired) {
    if (words.includes(` ${word} `) || words.includes(` ${word}s `)) {
      problems.push(`${file}: '${word}' in the name ${name}; say ${instead}`);
    }
  }
}

/** Returns the words of a name, each between spaces, without exceptions of several words. */
function wordsOf(name: string): string {
  const parts = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [];
  return phrases.reduce(
    (words, phrase) => words.replaceAll(phrase, ' '),
    ` ${parts.join(' ').toLowerCase()} `,
  );
}

function checkCode(file: string, text: string, linesBefore: number): void {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxAttribute(node) && MARKUP_ATTRIBUTES.has(node.name.getText())) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
    // A single lower-case word or a path is a key instead of a text.
    if (ts.isJsxText(node) || (isText && /^\p{Lu}|\s/u.test(node.text))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      checkText(file, node.text, linesBefore + line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Checks the titles of tests and of their groups, and the names of cases, which are the first values of rows. */
function checkTitles(file: string, text: string): void {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const checkTitle = (node: ts.Node | undefined): void => {
    if (node === undefined) return;
    if (ts.isTemplateExpression(node)) {
      checkTitle(node.head);
      for (const { literal } of node.templateSpans) checkTitle(literal);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      checkText(file, node.text, line + 1);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:describe|it|test)\b/.test(node.expression.getText())) {
      const [first] = node.arguments;
      checkTitle(first);
      if (first !== undefined && ts.isArrayLiteralExpression(first)) {
        for (const row of first.elements) {
          checkTitle(ts.isArrayLiteralExpression(row) ? row.elements[0] : row);
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function checkText(file: string, text: string, firstLine: number): void {
  const plain = text.replaceAll(/\/api\/\S*/g, blank).replaceAll('’', "'");
  const allowed = exceptions.flatMap((exception) => placesOf(exception, plain));
  for (const { word, instead } of retired) {
    for (const { start, end } of placesOf(word.toLowerCase(), plain.toLowerCase())) {
      if (allowed.some((place) => place.start <= start && place.end >= end)) continue;
      const line = firstLine + text.slice(0, start).split('\n').length - 1;
      const context = text.slice(Math.max(0, start - 30), end + 30).replaceAll(/\s+/g, ' ');
      problems.push(`${file}:${line}: '${word}' in '${context.trim()}'; say ${instead}`);
    }
  }
}

/** Returns the places of a sequence of whole words in a text, with any whitespace between the words. */
function placesOf(words: string, text: string): { start: number; end: number }[] {
  const [first = '', ...others] = words.split(' ');
  const places = [];
  for (let start = text.indexOf(first); start !== -1; start = text.indexOf(first, start + 1)) {
    let end = start + first.length;
    for (const word of others) {
      const next = end + text.slice(end, end + 100).search(/\S/);
      end = next > end && text.startsWith(word, next) ? next + word.length : Number.NaN;
    }
    if (!isLetter(text[start - 1]) && !isLetter(text[end]) && !Number.isNaN(end)) {
      places.push({ start, end });
    }
  }
  return places;
}

function isLetter(character = ' '): boolean {
  return /[\p{L}\p{N}_-]/u.test(character);
}

/** Returns the comments of a file, with the same line breaks. */
function commentsOf(text: string): string {
  let isOpen = false;
  const lines = text.split('\n').map((line) => {
    const opening = isOpen ? undefined : /(?:^|[\s{])(\/[*/])/.exec(line);
    if (opening === null) return '';
    const isBlock = opening?.[1] !== '//';
    const start = opening?.index ?? 0;
    const end = isBlock ? line.indexOf('*/', start) : -1;
    isOpen = isBlock && end === -1;
    return line.slice(start, end === -1 ? line.length : end);
  });
  return lines.join('\n');
}

/** Returns comments or Markdown without code, paths, and the marks at the beginning of lines. */
function proseOf(text: string): string {
  const words = text.replaceAll(/`[^`\n]+`/g, blank).split(/(?<=\s)/);
  return words.map((word) => (/\/|^[#*]\s?$/.test(word) ? blank(word) : word)).join('');
}

/** Returns a component without its code, comments and classes, with the same line breaks. */
function markupOf(text: string): string {
  const start = text.startsWith('---\n') ? text.indexOf('\n---', 3) : 0;
  return [
    ['<script', '</script>'],
    ['<style', '</style>'],
    ['/*', '*/'],
    ['<!--', '-->'],
    ['class="', '"'],
  ].reduce(
    (markup, [open = '', close = '']) => blankBetween(markup, open, close),
    blank(text.slice(0, start)) + text.slice(start),
  );
}

function blankBetween(text: string, open: string, close: string): string {
  let result = '';
  let end = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, end)) {
    const next = text.indexOf(close, start + open.length);
    if (next === -1) break;
    result += text.slice(end, start) + blank(text.slice(start, next));
    end = next;
  }
  return result + text.slice(end);
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
