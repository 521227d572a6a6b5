import { createHmac, timingSafeEqual } from 'node:crypto';
import { openKeyring } from '../secrets.ts';

/** Content of a draft token: link and expiry, in milliseconds UTC. */
export interface LinkClaim {
  publicId: string;
  endsAt: number;
}

const sign = (dataFolder: string, what: string) =>
  createHmac('sha256', openKeyring(dataFolder)('draft-links')).update(what).digest();

/** Creates the token of a draft link; it can be recreated, so it is not stored. */
export function createDraftToken(dataFolder: string, { publicId, endsAt }: LinkClaim): string {
  const what = `${publicId}.${endsAt.toString(36)}`;
  return `${what}.${sign(dataFolder, what).toString('base64url')}`;
}

/** @returns the content of a token, or null if its signature is invalid */
export function parseDraftToken(dataFolder: string, token: string): LinkClaim | null {
  const [publicId = '', ends = '', given = '', ...rest] = token.split('.');
  const right = sign(dataFolder, `${publicId}.${ends}`);
  const signature = Buffer.from(given, 'base64url');
  const genuine = signature.length === right.length && timingSafeEqual(signature, right);
  // Only the canonical encoding is valid; decoding ignores other characters.
  if (!genuine || rest.length > 0 || signature.toString('base64url') !== given) return null;
  return { publicId, endsAt: Number.parseInt(ends, 36) };
}
