import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBuildManifest, writeBuildManifest } from '../../api/publisher/build-manifest.ts';
import { copyFolder } from '../../api/testing/copy-folder.ts';

/** A file of the build that tells which one is served. */
export const buildMark = 'build-mark.txt';

/** A copy of a build that differs from it, sealed as `make build` does it. Large files are hard links. */
export function makeAnotherBuild(source: string, folder: string, mark: string): string {
  copyFolder(source, folder);
  writeFileSync(path.join(folder, 'client', buildMark), mark);
  reseal(folder);
  return folder;
}

/** Seals a folder again after something in it was changed on purpose. */
export function reseal(folder: string): void {
  writeBuildManifest(folder, readBuildManifest(folder).schemaVersion);
}
