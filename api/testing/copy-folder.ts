import { copyFileSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { readBuildManifest, writeBuildManifest } from '../publisher/build-manifest.ts';
import { linkOrCopyFile } from '../publisher/page-files.ts';

/** Kinds of assets of which a build contains hundreds. */
const NUMEROUS_ASSETS = /\/_assets\/.+(\.(?:avif|js|png|webp))$/;

/** Files that the product and the tests replace, but never modify in place. */
const linkable = /\.(avif|br|css|gz|js|mjs|pdf|png|webp|woff2)$/;

/**
 * Copies a folder of a build, a release or a whole site. Large files become hard links.
 * @param wanted decides which files are copied; all of them by default
 */
export function copyFolder(
  source: string,
  target: string,
  wanted: (file: string) => boolean = () => true,
): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const from = path.join(source, entry.name);
    const to = path.join(target, entry.name);
    if (entry.isDirectory()) copyFolder(from, to, wanted);
    else if (!wanted(from)) continue;
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else if (linkable.test(entry.name)) linkOrCopyFile(from, to);
    else copyFileSync(from, to);
  }
}

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
