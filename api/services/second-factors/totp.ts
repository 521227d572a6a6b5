import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lifetime of a code in seconds, as authenticator apps expect. */
const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after the current one whose codes are accepted, since clocks differ. */
const TOLERANCE = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes a secret for authenticator apps: RFC 4648 base32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/** Returns the number of the step of a time. */
export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP_S);

/** Returns the code of a step: RFC 6238 with HMAC-SHA-1, which all apps support. */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * Returns the step of a code, or null. Steps up to `usedStep` are rejected, so that an observed code
 * cannot be used again.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, usedStep }: { now: number; usedStep: number },
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = stepAt(now);
  let found: number | null = null;
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step += 1) {
    const right = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code));
    if (right && step > usedStep) found ??= step;
  }
  return found;
}

/** Returns the `otpauth:` URL for the QR code. */
export function totpAddress(secret: string, { site, email }: { site: string; email: string }) {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  const search = new URLSearchParams({ secret, issuer: site, digits: String(DIGITS) });
  search.set('period', String(STEP_S));
  return `otpauth://totp/${label}?${search.toString().replaceAll('+', '%20')}`;
}
