import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBuildManifest, writeBuildManifest } from '../../api/publisher/build-manifest.ts';
import { copyFolder } from '../../api/testing/copy-folder.ts';

/** File of a build that identifies the build that is served. */
export const BUILD_MARKER_FILE = 'build-mark.txt';

/** Copies a build with a marker and writes its manifest as `make build` does. Large files are hard links. */
export function createAnotherBuild(source: string, folder: string, marker: string): string {
  copyFolder(source, folder);
  writeFileSync(path.join(folder, 'client', BUILD_MARKER_FILE), marker);
  updateManifest(folder);
  return folder;
}

/** Updates the manifest of a build after its files were changed. */
export function updateManifest(folder: string): void {
  writeBuildManifest(folder, readBuildManifest(folder).schemaVersion);
}
