/** Packages of package-lock.json in node_modules. */
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** True if npm has installed what package-lock.json names; packages for other platforms may be missing. */
export function arePackagesInstalled() {
  // npm writes this file last; an installation that was interrupted has none.
  if (!existsSync('node_modules/.package-lock.json')) return false;
  const wanted = readLock('package-lock.json');
  // Optional for npm, as there is one per platform, but not for this project.
  const bringsNode = `node_modules/node-${process.platform}-${process.arch}` in wanted;
  if (bringsNode && !existsSync('node_modules/.bin/node')) return false;
  const installed = readLock('node_modules/.package-lock.json');
  const { '': root = {}, ...packages } = wanted;
  const manifest = /** @type {LockedPackage} */ (JSON.parse(readFileSync('package.json', 'utf8')));
  return (
    isDeepStrictEqual(root.dependencies, manifest.dependencies) &&
    isDeepStrictEqual(root.devDependencies, manifest.devDependencies) &&
    isDeepStrictEqual(root.optionalDependencies, manifest.optionalDependencies) &&
    Object.entries(packages).every(([folder, { version, optional, devOptional }]) =>
      installed[folder]?.version === version
        ? existsSync(`${folder}/package.json`)
        : installed[folder] === undefined && (optional === true || devOptional === true),
    )
  );
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/**
 * Commands that install, the next one if one fails. `npm ci` insists on packages for every other
 * platform, which some registries do not carry; `npm install` takes the same locked versions without them.
 */
export const installCommands = [
  ['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
  ['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
];
