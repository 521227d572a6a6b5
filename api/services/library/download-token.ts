import { createHmac, timingSafeEqual } from 'node:crypto';
import { openKeyring } from '../secrets.ts';

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
