import { createHmac, timingSafeEqual } from 'node:crypto';
import { openKeyring } from '../secrets.ts';

/** What the link of a download says: for whom it is, of which version, and until when it holds. */
export interface DownloadClaim {
  /** Public id of the member. */
  member: string;
  /** `_id` of the version of a file. */
  version: string;
  /** Milliseconds UTC. */
  endsAt: number;
}

const sign = (dataFolder: string, what: string) =>
  createHmac('sha256', openKeyring(dataFolder)('downloads')).update(what).digest();

/** The token of a link, which nobody can make or change who has not the secret of this site. */
export function makeDownloadToken(
  dataFolder: string,
  { member, version, endsAt }: DownloadClaim,
): string {
  const what = `${member}.${version}.${endsAt.toString(36)}`;
  return `${what}.${sign(dataFolder, what).toString('base64url')}`;
}

/** @returns what it says, or null where the token is none of ours */
export function readDownloadToken(dataFolder: string, token: string): DownloadClaim | null {
  const [member = '', version = '', ends = '', given = '', ...rest] = token.split('.');
  const right = sign(dataFolder, `${member}.${version}.${ends}`);
  const signature = Buffer.from(given, 'base64url');
  const genuine = signature.length === right.length && timingSafeEqual(signature, right);
  // One way of writing it alone: decoding overlooks what does not belong.
  if (!genuine || rest.length > 0 || signature.toString('base64url') !== given) return null;
  return { member, version, endsAt: Number.parseInt(ends, 36) };
}
