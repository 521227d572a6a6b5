import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { reseal } from './another-build.ts';

/** One way in which a build can be broken. */
export interface Corruption {
  name: string;
  damage(build: string): void;
}

const manifest = 'build.json';
const entry = 'server/entry.mjs';

/** The first file below a folder with this ending, whatever it is called in this build. */
function someFile(build: string, folder: string, ending: string): string {
  const name = readdirSync(path.join(build, folder), { recursive: true, encoding: 'utf8' })
    .toSorted()
    .find((candidate) => candidate.endsWith(ending));
  if (name === undefined) throw new Error(`the build has no ${ending} in ${folder}`);
  return path.join(folder, name);
}

const asset = (build: string) => someFile(build, 'client/_assets', '.js');
const font = (build: string) => someFile(build, 'client/_assets', '.woff2');
const chunk = (build: string) => someFile(build, 'server/chunks', '.mjs');
const notFoundPage = () => 'client/404.html';
const always = (name: string) => () => name;

/** Returns the path of a file that shares nothing with the build this one is a copy of. */
function unshared(build: string, name: string): string {
  const file = path.join(build, name);
  const bytes = readFileSync(file);
  rmSync(file);
  writeFileSync(file, bytes);
  return file;
}

const truncated = (what: string, find: (build: string) => string): Corruption => ({
  name: `${what} truncated`,
  damage(build) {
    const file = unshared(build, find(build));
    truncateSync(file, Math.floor(readFileSync(file).length / 2));
  },
});

const missing = (what: string, find: (build: string) => string): Corruption => ({
  name: `${what} missing`,
  damage: (build) => rmSync(path.join(build, find(build))),
});

const altered = (what: string, find: (build: string) => string): Corruption => ({
  name: `one bit of ${what} altered`,
  damage(build) {
    const file = unshared(build, find(build));
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  },
});

/** The entry's code is changed and sealed again: the build looks whole, and its pages are not. */
const rendering = (name: string, change: (code: string) => string): Corruption => ({
  name,
  damage(build) {
    const file = unshared(build, entry);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    reseal(build);
  },
});

/** Wraps the renderer under another name, so that `body` decides what becomes of a page. */
const wrapping = (name: string, body: string): Corruption => ({
  name,
  damage(build) {
    const file = unshared(build, entry);
    const real = path.join(build, 'server', 'real-entry.mjs');
    writeFileSync(real, readFileSync(file));
    writeFileSync(
      file,
      `import { render as real } from './real-entry.mjs';
export async function render(url, locals, body) { ${body} }
`,
    );
    reseal(build);
  },
});

/** Twenty builds that must not go live. Five kinds in turn, so that the first five show them all. */
export const corruptions: Corruption[] = [
  truncated('the entry', always(entry)),
  missing('a script', asset),
  altered('a chunk', chunk),
  { name: 'no manifest', damage: (build) => rmSync(path.join(build, manifest)) },
  wrapping('every page throws', "throw new Error('the page is broken');"),
  truncated('the not-found page', notFoundPage),
  missing('the entry', always(entry)),
  altered('a font', font),
  { name: 'an empty manifest', damage: (build) => writeFileSync(path.join(build, manifest), '') },
  wrapping(
    'one article throws',
    "if (url.endsWith('/sample-article-5')) throw new Error('broken'); return real(url, locals, body);",
  ),
  truncated('a chunk', chunk),
  missing('the not-found page', notFoundPage),
  altered('a script', asset),
  truncated('the manifest', always(manifest)),
  wrapping(
    'half a page',
    'const page = await real(url, locals, body); return page.subarray(0, page.length / 2);',
  ),
  missing('a chunk', chunk),
  {
    name: 'something was appended to the entry',
    damage: (build) => appendFileSync(unshared(build, entry), '\nexport const late = true;\n'),
  },
  {
    name: 'a manifest without the entry',
    damage(build) {
      const file = path.join(build, manifest);
      const sealed = JSON.parse(readFileSync(file, 'utf8')) as { files: Record<string, string> };
      delete sealed.files[entry];
      writeFileSync(file, JSON.stringify({ ...sealed, id: 'another-build-id' }));
    },
  },
  rendering('an entry that is no JavaScript', (code) => `${code}\n}}}`),
  wrapping(
    'the list of articles throws',
    "if (url.endsWith('/blog')) throw 'no'; return real(url, locals, body);",
  ),
];
