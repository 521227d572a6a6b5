import { DOWNLOAD_LINK_MS, type DownloadLink } from '#contracts/library.ts';
import type { AppContext } from '../../context.ts';
import { findOwnedVersion } from '../../db/repositories/product-files.ts';
import { DomainError } from '../../errors.ts';
import { refuseOverLimit } from './limit.ts';
import { makeDownloadToken } from './link.ts';

/** Where downloads are. */
const DOWNLOADS_PATH = '/api/downloads';

/**
 * A link by which a member fetches a version of a file for an hour.
 * @throws DomainError NOT_FOUND for what is not theirs, DOWNLOADS_SPENT
 */
export function makeDownloadLink(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  { userId, publicId: member }: { userId: number; publicId: string },
  version: string,
): DownloadLink {
  const { config, database, clock } = context;
  const file = findOwnedVersion(database, { userId, version });
  if (!file) throw new DomainError('NOT_FOUND');
  refuseOverLimit(context, { userId, file });
  const endsAt = clock() + DOWNLOAD_LINK_MS;
  const token = makeDownloadToken(config.dataFolder, { member, version: file.publicId, endsAt });
  return {
    url: `${DOWNLOADS_PATH}/${token}`,
    name: file.name,
    expiresAt: new Date(endsAt).toISOString(),
  };
}
