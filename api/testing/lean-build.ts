import path from 'node:path';
import { readBuildManifest, writeBuildManifest } from '../publisher/build-manifest.ts';
import { copyFolder } from './copy-folder.ts';

/** Kinds of assets of which a build has hundreds. */
const numerous = /\/_assets\/.+(\.(?:avif|js|png|webp))$/;

/**
 * Copies a build with only one image and one script of each kind, sealed as `make build` does it. A
 * release of it costs a fraction: each one links, hashes and compresses all assets.
 */
export function copyLeanBuild(source: string, target: string): void {
  const kept = new Set<string>();
  copyFolder(source, target, (file) => {
    const ending = numerous.exec(file.split(path.sep).join('/'))?.[1];
    if (ending === undefined) return true;
    if (kept.has(ending)) return false;
    kept.add(ending);
    return true;
  });
  writeBuildManifest(target, readBuildManifest(source).schemaVersion);
}
