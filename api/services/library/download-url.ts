import { DOWNLOAD_LINK_MS, type DownloadLink } from '#contracts/library.ts';
import type { AppContext } from '../../context.ts';
import { findOwnedVersion } from '../../db/repositories/product-files.ts';
import { DomainError } from '../../errors.ts';
import { assertWithinDownloadLimit } from './download-limit.ts';
import { createDownloadToken } from './download-token.ts';

/** Path of downloads. */
const DOWNLOADS_PATH = '/api/downloads';

/**
 * Creates a URL with which a member downloads a file version for an hour.
 * @throws DomainError NOT_FOUND if they do not own it, DOWNLOADS_SPENT
 */
export function createDownloadUrl(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  { userId, publicId: member }: { userId: number; publicId: string },
  version: string,
): DownloadLink {
  const { config, database, clock } = context;
  const file = findOwnedVersion(database, { userId, version });
  if (!file) throw new DomainError('NOT_FOUND');
  assertWithinDownloadLimit(context, { userId, file });
  const endsAt = clock() + DOWNLOAD_LINK_MS;
  const token = createDownloadToken(config.dataFolder, { member, version: file.publicId, endsAt });
  return {
    url: `${DOWNLOADS_PATH}/${token}`,
    name: file.name,
    expiresAt: new Date(endsAt).toISOString(),
  };
}
