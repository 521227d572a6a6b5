import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { updateManifest } from './another-build.ts';

/** One kind of damage to a build. */
export interface Corruption {
  name: string;
  damage(build: string): void;
}

const manifest = 'build.json';
const entry = 'server/entry.mjs';

/** Returns the first file below a folder with this extension; names of assets differ between builds. */
function findFile(build: string, folder: string, extension: string): string {
  const name = readdirSync(path.join(build, folder), { recursive: true, encoding: 'utf8' })
    .toSorted()
    .find((candidate) => candidate.endsWith(extension));
  if (name === undefined) throw new Error(`the build has no ${extension} in ${folder}`);
  return path.join(folder, name);
}

const asset = (build: string) => findFile(build, 'client/_assets', '.js');
const font = (build: string) => findFile(build, 'client/_assets', '.woff2');
const chunk = (build: string) => findFile(build, 'server/chunks', '.mjs');
const notFoundPage = () => 'client/404.html';
const constant = (name: string) => () => name;

/** Replaces a hard link by a copy, so that the original build stays unchanged. @returns the path */
function unlinkFromOriginal(build: string, name: string): string {
  const file = path.join(build, name);
  const bytes = readFileSync(file);
  rmSync(file);
  writeFileSync(file, bytes);
  return file;
}

const truncated = (label: string, find: (build: string) => string): Corruption => ({
  name: `${label} truncated`,
  damage(build) {
    const file = unlinkFromOriginal(build, find(build));
    truncateSync(file, Math.floor(readFileSync(file).length / 2));
  },
});

const missing = (label: string, find: (build: string) => string): Corruption => ({
  name: `${label} missing`,
  damage: (build) => rmSync(path.join(build, find(build))),
});

const altered = (label: string, find: (build: string) => string): Corruption => ({
  name: `one bit of ${label} altered`,
  damage(build) {
    const file = unlinkFromOriginal(build, find(build));
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  },
});

/** Changes the code of the entry and updates the manifest, so that only its pages are broken. */
const changingEntry = (name: string, change: (code: string) => string): Corruption => ({
  name,
  damage(build) {
    const file = unlinkFromOriginal(build, entry);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    updateManifest(build);
  },
});

/** Replaces the renderer by a function with this body, which can call the original as `real`. */
const wrappingRenderer = (name: string, body: string): Corruption => ({
  name,
  damage(build) {
    const file = unlinkFromOriginal(build, entry);
    const real = path.join(build, 'server', 'real-entry.mjs');
    writeFileSync(real, readFileSync(file));
    writeFileSync(
      file,
      `import { render as real } from './real-entry.mjs';
export async function render(url, locals, body) { ${body} }
`,
    );
    updateManifest(build);
  },
});

/** Twenty builds that must not go live. Five kinds alternate, so that the first five contain all of them. */
export const corruptions: Corruption[] = [
  truncated('the entry', constant(entry)),
  missing('a script', asset),
  altered('a chunk', chunk),
  { name: 'no manifest', damage: (build) => rmSync(path.join(build, manifest)) },
  wrappingRenderer('every page throws', "throw new Error('the page is broken');"),
  truncated('the not-found page', notFoundPage),
  missing('the entry', constant(entry)),
  altered('a font', font),
  { name: 'an empty manifest', damage: (build) => writeFileSync(path.join(build, manifest), '') },
  wrappingRenderer(
    'one article throws',
    "if (url.endsWith('/sample-article-5')) throw new Error('broken'); return real(url, locals, body);",
  ),
  truncated('a chunk', chunk),
  missing('the not-found page', notFoundPage),
  altered('a script', asset),
  truncated('the manifest', constant(manifest)),
  wrappingRenderer(
    'half a page',
    'const page = await real(url, locals, body); return page.subarray(0, page.length / 2);',
  ),
  missing('a chunk', chunk),
  {
    name: 'something was appended to the entry',
    damage: (build) =>
      appendFileSync(unlinkFromOriginal(build, entry), '\nexport const late = true;\n'),
  },
  {
    name: 'a manifest without the entry',
    damage(build) {
      const file = path.join(build, manifest);
      const content = JSON.parse(readFileSync(file, 'utf8')) as { files: Record<string, string> };
      delete content.files[entry];
      writeFileSync(file, JSON.stringify({ ...content, id: 'another-build-id' }));
    },
  },
  changingEntry('an entry that is no JavaScript', (code) => `${code}\n}}}`),
  wrappingRenderer(
    'the list of articles throws',
    "if (url.endsWith('/blog')) throw 'no'; return real(url, locals, body);",
  ),
];
