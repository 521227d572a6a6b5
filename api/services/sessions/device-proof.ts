import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Lifetime of a device proof, in milliseconds. */
export const DEVICE_COOKIE_MS = 365 * 86_400_000;

const shape = /^([\w-]{22})\.([\w-]{43})$/;

/** Returns a random device identifier. */
export const createDevice = (): string => randomBytes(16).toString('base64url');

/** Returns the hash that the database stores for a device. */
export const hashOfDevice = (device: string): string =>
  createHash('sha256').update(device).digest('hex');

/** Returns a proof that a device has signed in to an account before. It is not a credential. */
export function createDeviceProof(email: string, key: Buffer, device = createDevice()): string {
  return `${device}.${macOf(device, email, key).toString('base64url')}`;
}

/**
 * Returns the device identifier of a proof, or null if the proof is invalid or for another account.
 */
export function readDeviceProof(
  proof: string | undefined,
  email: string,
  key: Buffer,
): string | null {
  const [, device, mac] = shape.exec(proof ?? '') ?? [];
  if (!device || !mac) return null;
  const expected = macOf(device, email, key);
  return timingSafeEqual(expected, Buffer.from(mac, 'base64url')) ? device : null;
}

function macOf(device: string, email: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${device} ${email}`).digest();
}
