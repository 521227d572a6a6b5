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

/** True if npm has installed the packages of package-lock.json. Packages for other platforms may be missing. */
export function arePackagesInstalled() {
  // npm writes this file last, so it is missing after an interrupted installation.
  if (!existsSync('node_modules/.package-lock.json')) return false;
  const locked = readLock('package-lock.json');
  // The Node package is optional for npm, because each platform has another one, but this project requires it.
  const includesNode = `node_modules/node-${process.platform}-${process.arch}` in locked;
  if (includesNode && !existsSync('node_modules/.bin/node')) return false;
  const installed = readLock('node_modules/.package-lock.json');
  const { '': root = {}, ...packages } = locked;
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
 * Install commands; the next one runs if one fails. `npm ci` requires packages for all platforms, which some
 * registries lack. `npm install` installs the same locked versions without them.
 */
export const installCommands = [
  ['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
  ['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
];
