import { createHash } from 'node:crypto';
import { readBuildManifest } from './build-manifest.ts';
import type { Door } from './guarded-pages.ts';

/**
 * Identifies what a release is rendered with: the build, and the origin that stands in every page, and doors.
 * @throws BuildCorrupt when the folder holds no finished build
 */
export function releaseKeyOf(
  buildFolder: string,
  { origin, doors }: { origin: string; doors: readonly Door[] },
): string {
  const { id } = readBuildManifest(buildFolder);
  return `${id}-${createHash('sha256')
    .update([origin, ...doors.map(({ folder }) => folder)].join(' '))
    .digest('hex')
    .slice(0, 6)}`;
}
