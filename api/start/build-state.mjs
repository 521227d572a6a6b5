/** Checks if the built site was made from the current sources. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** File of a complete build that lists its files and their hashes. */
export const MANIFEST = 'build.json';

/** Sources that a build may read, and exceptions. dependency-rules.mjs has the same rules. */
const sourceFolders = ['api', 'content', 'games', 'site'];
const sourceFiles = ['astro.config.mjs', 'package-lock.json', 'package.json', 'tsconfig.json'];
const isUnread =
  /\.test\.tsx?$|^(api|games)\/testing\/|^api\/(plugins|queue|routes|workers)\/|^api\/services\/(?!content\/|import\/front-matter\.ts)/;

/**
 * Returns a hash of all sources of a build.
 * @param {{ styleguide: boolean }} options of the build
 */
export function hashSources({ styleguide }) {
  const files = sourceFolders
    .flatMap((folder) =>
      // Reads names, because entries in Node 20 lack their folder.
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(folder, name),
      ),
    )
    .filter((file) => !isUnread.test(file) && statSync(file).isFile());
  const hash = createHash('sha256').update(styleguide ? 'styleguide' : '');
  for (const file of [...files.sort(), ...sourceFiles]) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * True if a build was made of these sources and all its files are as they were written.
 * @param {string} buildFolder absolute
 * @param {string} sources from hashSources
 */
export function isBuildCurrent(buildFolder, sources) {
  try {
    const manifest = JSON.parse(readFileSync(path.join(buildFolder, MANIFEST), 'utf8'));
    if (manifest.sources !== sources) return false;
    return Object.entries(manifest.files).every(
      ([name, hash]) => hashBuiltFile(path.join(buildFolder, name)) === hash,
    );
  } catch {
    // The build is missing or damaged, so it has to be made again.
    return false;
  }
}

/** @param {string} file */
export function hashBuiltFile(file) {
  return createHash('sha256').update(readFileSync(file)).digest('base64url');
}
