import { createHash } from 'node:crypto';
import type { ActiveProvider } from '../payment-provider.ts';
import { readBuildManifest } from './build-manifest.ts';
import type { Guard } from './guarded-pages.ts';

/**
 * Identifies a release by build, origin, guards and payment provider.
 * @throws CorruptBuildError if there is no finished build
 */
export function releaseKeyOf(
  buildFolder: string,
  {
    origin,
    guards,
    payment,
  }: { origin: string; guards: readonly Guard[]; payment: ActiveProvider },
): string {
  const { id } = readBuildManifest(buildFolder);
  return `${id}-${createHash('sha256')
    .update([origin, payment ?? 'none', ...guards.map(({ folder }) => folder)].join(' '))
    .digest('hex')
    .slice(0, 6)}`;
}
