import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Milliseconds a browser is remembered as one that has signed in to an account. */
export const DEVICE_COOKIE_MS = 365 * 86_400_000;

const shape = /^([\w-]{22})\.([\w-]{43})$/;

/** An identifier for a browser that has none yet. */
export const createDevice = (): string => randomBytes(16).toString('base64url');

/** Under which the database knows a device. */
export const hashOfDevice = (device: string): string =>
  createHash('sha256').update(device).digest('hex');

/** Proof for later that this browser signed in to `email` once. It signs nobody in. */
export function createDeviceProof(email: string, key: Buffer, device = createDevice()): string {
  return `${device}.${macOf(device, email, key).toString('base64url')}`;
}

/** The device's identifier, or null where the proof is not for this account or not ours. */
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
