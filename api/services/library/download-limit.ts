import type { AppContext } from '../../context.ts';
import { sumDownloaded } from '../../db/repositories/downloads.ts';
import type { FileVersionRow } from '../../db/repositories/product-files.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { DomainError } from '../../errors.ts';

const DAY_MS = 86_400_000;

/**
 * Checks the daily limit per file version; counts bytes, so that a resumed download counts once.
 * @throws DomainError DOWNLOADS_SPENT with the time to retry
 */
export function assertWithinDownloadLimit(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { userId, file }: { userId: number; file: Pick<FileVersionRow, 'id' | 'bytes'> },
): void {
  const times = settingOf(database, 'downloads-a-day');
  if (times === 0 || file.bytes === 0) return;
  const after = clock() - DAY_MS;
  const { bytes, firstAt } = sumDownloaded(database, { userId, versionId: file.id, after });
  if (bytes < times * file.bytes || firstAt === null) return;
  throw new DomainError('DOWNLOADS_SPENT', { retryAfter: (firstAt + DAY_MS - clock()) / 1000 });
}
