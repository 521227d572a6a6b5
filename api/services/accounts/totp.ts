import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a code stands, as authenticator programs expect. */
const STEP_S = 30;
const DIGITS = 6;
/** Steps before and after the present one whose codes work too: clocks differ. */
const TOLERANCE = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base32 without padding, in which authenticator programs take secrets. */
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

/** The number of the step that an instant lies in. */
export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP_S);

/** The code of one step (RFC 6238 over RFC 4226, HMAC-SHA-1 as every program reads it). */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/**
 * The step whose code was typed, or null. Steps up to `usedStep` are over: a code that was seen by
 * somebody else opens nothing any more.
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

/** What a QR code says to an authenticator program. */
export function totpAddress(secret: string, { site, email }: { site: string; email: string }) {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  const search = new URLSearchParams({ secret, issuer: site, digits: String(DIGITS) });
  search.set('period', String(STEP_S));
  return `otpauth://totp/${label}?${search.toString().replaceAll('+', '%20')}`;
}
