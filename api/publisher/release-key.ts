import { createHash } from 'node:crypto';
import type { PaymentProvider } from '../payment-provider.ts';
import { readBuildManifest } from './build-manifest.ts';
import type { Door } from './guarded-pages.ts';

/**
 * Identifies what a release is rendered with: the build, the origin, doors and the payment provider.
 * @throws BuildCorrupt when the folder holds no finished build
 */
export function releaseKeyOf(
  buildFolder: string,
  { origin, doors, payment }: { origin: string; doors: readonly Door[]; payment: PaymentProvider },
): string {
  const { id } = readBuildManifest(buildFolder);
  return `${id}-${createHash('sha256')
    .update([origin, payment ?? 'none', ...doors.map(({ folder }) => folder)].join(' '))
    .digest('hex')
    .slice(0, 6)}`;
}
