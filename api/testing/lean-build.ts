import path from 'node:path';
import { readBuildManifest, writeBuildManifest } from '../publisher/build-manifest.ts';
import { copyFolder } from './copy-folder.ts';

/** Kinds of assets of which a build contains hundreds. */
const NUMEROUS_ASSETS = /\/_assets\/.+(\.(?:avif|js|png|webp))$/;

/**
 * Copies a build with only one asset of each numerous kind, and writes its manifest as `make build` does.
 * Releases of the copy are much faster, because each release links, hashes and compresses all assets.
 */
export function copyLeanBuild(source: string, target: string): void {
  const copiedKinds = new Set<string>();
  copyFolder(source, target, (file) => {
    const extension = NUMEROUS_ASSETS.exec(file.split(path.sep).join('/'))?.[1];
    if (extension === undefined) return true;
    if (copiedKinds.has(extension)) return false;
    copiedKinds.add(extension);
    return true;
  });
  writeBuildManifest(target, readBuildManifest(source).schemaVersion);
}
