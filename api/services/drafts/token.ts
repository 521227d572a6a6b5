import { createHmac, timingSafeEqual } from 'node:crypto';
import { openKeyring } from '../secrets.ts';

/** What a token says: which link it is, and until when it holds. Milliseconds UTC. */
export interface LinkClaim {
  publicId: string;
  endsAt: number;
}

const sign = (dataFolder: string, what: string) =>
  createHmac('sha256', openKeyring(dataFolder)('draft-links')).update(what).digest();

/** The token that opens a draft. It can be made again, so that no copy of it has to be kept. */
export function makeLinkToken(dataFolder: string, { publicId, endsAt }: LinkClaim): string {
  const what = `${publicId}.${endsAt.toString(36)}`;
  return `${what}.${sign(dataFolder, what).toString('base64url')}`;
}

/** @returns what it says, or null where the token is none of ours */
export function readLinkToken(dataFolder: string, token: string): LinkClaim | null {
  const [publicId = '', ends = '', given = '', ...rest] = token.split('.');
  const right = sign(dataFolder, `${publicId}.${ends}`);
  const signature = Buffer.from(given, 'base64url');
  const genuine = signature.length === right.length && timingSafeEqual(signature, right);
  // One way of writing it alone: decoding overlooks what does not belong.
  if (!genuine || rest.length > 0 || signature.toString('base64url') !== given) return null;
  return { publicId, endsAt: Number.parseInt(ends, 36) };
}
