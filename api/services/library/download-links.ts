import { createHmac, timingSafeEqual } from 'node:crypto';
import { DOWNLOAD_LINK_MS, type DownloadLink } from '#contracts/library.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { sumDownloaded } from '../../db/repositories/downloads.ts';
import { type FileVersionRow, findOwnedVersion } from '../../db/repositories/product-files.ts';
import { DomainError } from '../../errors.ts';
import { openKeyring } from '../secrets.ts';

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

/** Content of a download token. */
export interface DownloadClaim {
  /** Public id of the member. */
  member: string;
  /** `_id` of the version of a file. */
  version: string;
  /** Milliseconds UTC. */
  endsAt: number;
}

const sign = (dataFolder: string, payload: string) =>
  createHmac('sha256', openKeyring(dataFolder)('downloads')).update(payload).digest();

/** Creates a signed download token. */
export function createDownloadToken(
  dataFolder: string,
  { member, version, endsAt }: DownloadClaim,
): string {
  const payload = `${member}.${version}.${endsAt.toString(36)}`;
  return `${payload}.${sign(dataFolder, payload).toString('base64url')}`;
}

/** @returns the content of a token, or null if its signature is invalid */
export function parseDownloadToken(dataFolder: string, token: string): DownloadClaim | null {
  const [member = '', version = '', ends = '', encoded = '', ...rest] = token.split('.');
  const expected = sign(dataFolder, `${member}.${version}.${ends}`);
  const signature = Buffer.from(encoded, 'base64url');
  const genuine = signature.length === expected.length && timingSafeEqual(signature, expected);
  // Only the canonical encoding is valid; decoding ignores other characters.
  if (!genuine || rest.length > 0 || signature.toString('base64url') !== encoded) return null;
  return { member, version, endsAt: Number.parseInt(ends, 36) };
}

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
