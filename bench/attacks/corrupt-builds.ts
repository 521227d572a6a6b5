import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { readBuildManifest, writeBuildManifest } from '../../api/publisher/build-manifest.ts';
import { copyFolder } from '../../api/testing/copy-folder.ts';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder } from '../harness/scratch.ts';
import {
  openForReading,
  type ServerSettings,
  startServer,
  waitForJobs,
} from '../harness/server.ts';
import { hashOf, inspectSite, liveFolder } from './inspect-site.ts';
import { prepareSite } from './prepared-site.ts';

/** File of a build that identifies the build that is served. */
export const BUILD_MARKER_FILE = 'build-mark.txt';

interface Corruption {
  name: string;
  damage(build: string): void;
}

const manifest = 'build.json';

const entry = 'server/entry.mjs';

const asset = (build: string) => findFile(build, 'client/_assets', '.js');

const font = (build: string) => findFile(build, 'client/_assets', '.woff2');

const chunk = (build: string) => findFile(build, 'server/chunks', '.mjs');

const notFoundPage = () => 'client/404.html';

const constant = (name: string) => () => name;

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
  wrappingRenderer('every page throws', "throw new Error('the page is broken');"),
  altered('a chunk', chunk),
  { name: 'no manifest', damage: (build) => rmSync(path.join(build, manifest)) },
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

const ARTICLES = 30;
const LIMIT_MS = 240_000;
const samples = ['/', '/blog', '/blog/sample-article-5', '/login', '/feed.json'];

/**
 * Starts the server with damaged builds. The server must refuse each build with a reason and serve the
 * previous release. `kills` is the number of tested builds.
 */
export async function rejectCorruptBuilds({ kills, log }: AttackSettings): Promise<AttackResult> {
  const folder = scratchFolder('corrupt-builds');
  const settings = await prepareSite(ARTICLES);
  const healthyServer = await startServer(settings);
  const before = await readSamples(healthyServer.origin);
  await healthyServer.stop();

  const findings: string[] = [];
  const selected = corruptions.slice(0, kills);
  for (const [index, corruption] of selected.entries()) {
    const buildFolder = path.join(folder, String(index));
    // The server publishes only builds that differ from the live one.
    createAnotherBuild(settings.buildFolder, buildFolder, corruption.name);
    corruption.damage(buildFolder);
    const buildFindings = await tryBuild({ ...settings, buildFolder }, before);
    findings.push(...buildFindings.map((finding) => `${corruption.name}: ${finding}`));
    for (const finding of buildFindings) log(`${corruption.name}: ${finding}`);
    removeFolder(buildFolder);
  }
  removeFolder(settings.dataFolder);
  return { summary: `${selected.length} corrupt builds`, findings };
}

async function tryBuild(settings: ServerSettings, before: Map<string, string>): Promise<string[]> {
  const { dataFolder } = settings;
  const live = liveFolder(dataFolder);
  const failuresBefore = countFailures(dataFolder);
  const server = await startServer(settings);
  await waitForJobs(dataFolder, ['release', 'follow', 'publish'], LIMIT_MS);
  const findings: string[] = [];
  if (liveFolder(dataFolder) !== live) findings.push('it went live');
  const now = await readSamples(server.origin);
  for (const [path, hash] of before) {
    if (now.get(path) !== hash) findings.push(`${path} has changed`);
  }
  const { count, reason } = countFailures(dataFolder);
  if (count !== failuresBefore.count + 1) findings.push('the admin sees no failed release');
  else if (!reason) findings.push('the admin sees no reason');
  {
    using database = openForReading(dataFolder);
    findings.push(...inspectSite(database, dataFolder));
  }
  await server.stop();
  return findings;
}

function countFailures(dataFolder: string): { count: number; reason: string | null } {
  using database = openForReading(dataFolder);
  const rows = database
    .prepare("SELECT error FROM releases WHERE state = 'failed' ORDER BY id")
    .pluck()
    .all() as (string | null)[];
  return { count: rows.length, reason: rows.at(-1) ?? null };
}

/** Returns status and hash of the responses of a few paths. */
async function readSamples(origin: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const sample of samples) {
    const response = await fetch(origin + sample);
    const body = Buffer.from(await response.arrayBuffer());
    hashes.set(sample, `${response.status} ${hashOf(body)}`);
  }
  return hashes;
}

/** Returns the first file below a folder with this extension; names of assets differ between builds. */
function findFile(build: string, folder: string, extension: string): string {
  const name = readdirSync(path.join(build, folder), { recursive: true, encoding: 'utf8' })
    .toSorted()
    .find((candidate) => candidate.endsWith(extension));
  if (name === undefined) throw new Error(`the build has no ${extension} in ${folder}`);
  return path.join(folder, name);
}

/** Replaces a hard link by a copy, so that the original build stays unchanged. @returns the path */
function unlinkFromOriginal(build: string, name: string): string {
  const file = path.join(build, name);
  const bytes = readFileSync(file);
  rmSync(file);
  writeFileSync(file, bytes);
  return file;
}

/** Copies a build with a marker and writes its manifest as `make build` does. Large files are hard links. */
export function createAnotherBuild(source: string, folder: string, marker: string): string {
  copyFolder(source, folder);
  writeFileSync(path.join(folder, 'client', BUILD_MARKER_FILE), marker);
  updateManifest(folder);
  return folder;
}

/** Updates the manifest of a build after its files were changed. */
function updateManifest(folder: string): void {
  writeBuildManifest(folder, readBuildManifest(folder).schemaVersion);
}
