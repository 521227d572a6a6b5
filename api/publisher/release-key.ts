import { createHash } from 'node:crypto';
import { readBuildManifest } from './build-manifest.ts';

/**
 * Identifies what a release is rendered with: the build, and the origin that stands in every page.
 * @throws BuildCorrupt when the folder holds no finished build
 */
export function releaseKeyOf(buildFolder: string, origin: string): string {
  const { id } = readBuildManifest(buildFolder);
  return `${id}-${createHash('sha256').update(origin).digest('hex').slice(0, 6)}`;
}
