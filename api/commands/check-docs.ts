/**
 * Checks that the Markdown pages of the repository only name and link to existing files, that code blocks with the title of
 * a file quote it, and that the changelog and deploy/compose.yaml have the version of package.json.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import MarkdownIt from 'markdown-it';

const folders = ['api', 'bench', 'content', 'docs', 'e2e', 'games', 'site'];
/** Extensions of files that pages name without their folder. */
const extensions = new Set(['.ts', '.tsx', '.mjs', '.astro', '.css']);

const files = ['*', ...folders.map((folder) => `${folder}/**`)].flatMap((pattern) =>
  globSync(pattern, { exclude: (name) => name === 'node_modules' }),
);
const pages = files.filter(
  (file) =>
    path.basename(file) === 'README.md' || (file.startsWith('docs/') && file.endsWith('.md')),
);

const markdown = new MarkdownIt();
const problems = pages.flatMap((page) => {
  const blocks = markdown.parse(readFileSync(page, 'utf8'), {});
  const tokens = blocks.flatMap(({ children }) => children ?? []);
  const names = tokens.flatMap(({ type, content }) => (type === 'code_inline' ? content : []));
  const links = tokens
    .flatMap((token) => [token.attrGet('href'), token.attrGet('src')])
    .filter((link) => typeof link === 'string');
  return [
    ...names.filter((name) => isPath(name) && !isFile(name)),
    ...links.filter((link) => !isLink(page, link)),
    ...blocks.flatMap(({ info, content }) => listWrongQuotes(info, content)),
  ].map((name) => `${page}: there is no ${name}\n`);
});
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const [file, line] of [
  ['docs/changelog.md', `## ${version}`],
  ['deploy/compose.yaml', `    image: localhost/personal-site:${version}`],
] as const) {
  if (readFileSync(file, 'utf8').split('\n').includes(line)) continue;
  problems.push(`${file}: there is no line ${line}\n`);
}
process.stdout.write(problems.join(''));
process.stdout.write(`${pages.length} pages, ${problems.length} problems\n`);
process.exit(problems.length === 0 ? 0 : 1);

/** True for the name of a source file, and for a path from the root of the repository. */
function isPath(name: string): boolean {
  if (!/^[\w./[\]-]+$/.test(name)) return false;
  return (
    extensions.has(path.extname(name)) || folders.some((folder) => name.startsWith(`${folder}/`))
  );
}

/** True for a file, a folder and the end of a file's path. */
function isFile(name: string): boolean {
  return existsSync(name) || files.some((file) => file.endsWith(`/${name}`));
}

/** True for an external link, a heading of the same page and a file relative to the page. */
function isLink(page: string, link: string): boolean {
  if (URL.canParse(link)) return true;
  const [file = ''] = decodeURI(link).split('#');
  return existsSync(path.join(path.dirname(page), file));
}

/** Returns the parts of a code block, between empty lines, that are not in the file of its title. */
function listWrongQuotes(info: string, code: string): string[] {
  const file = /title="(.+)"/.exec(info)?.[1];
  if (file === undefined) return [];
  const source = existsSync(file) ? withoutIndent(readFileSync(file, 'utf8')) : '';
  return code
    .split('\n\n')
    .filter((part) => !source.includes(withoutIndent(part).trim()))
    .map((part) => `code in ${file} that is\n${part.trim()}`);
}

function withoutIndent(code: string): string {
  return code.replaceAll(/^ +/gm, '');
}
