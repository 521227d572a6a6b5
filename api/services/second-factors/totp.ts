import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TotpEnrolment } from '#contracts/session.ts';
import type { Queryable } from '../../db/database.ts';
import {
  confirmTotp,
  deleteTotp,
  findTotp,
  replaceTotp,
  useTotpStep,
} from '../../db/repositories/sign-in-methods.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { getSiteName } from '../../site-content.ts';
import { decryptBytes, encryptBytes } from '../keyring.ts';
import type { AccountContext } from '../sessions/sessions.ts';
import { handleFactorAdded, handleFactorRemoved, ownerForFactor } from './second-factors.ts';

const SECRET_BYTES = 20;

const ownerOf = (userId: number) => `totp of user ${userId}`;

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
export function totpCodeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
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
    const right = timingSafeEqual(Buffer.from(totpCodeOf(secret, step)), Buffer.from(code));
    if (right && step > usedStep) found ??= step;
  }
  return found;
}

/** Returns the `otpauth:` URL for the QR code. */
export function totpUrl(secret: string, { site, email }: { site: string; email: string }) {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  const search = new URLSearchParams({ secret, issuer: site, digits: String(DIGITS) });
  search.set('period', String(STEP_S));
  return `otpauth://totp/${label}?${search.toString().replaceAll('+', '%20')}`;
}

/**
 * Creates the secret for an authenticator app. It is active once a code has confirmed it.
 * @throws DomainError STATE_CONFLICT if there is an active one, or the email address is not confirmed
 */
export async function enrolTotp(
  { database, clock, totpKey }: AccountContext,
  userId: number,
): Promise<TotpEnrolment> {
  const secret = randomBytes(SECRET_BYTES);
  const user = await database.write((transaction) => {
    const owner = ownerForFactor(transaction, userId);
    if (findTotp(transaction, userId)?.confirmedAt) {
      throw new DomainError('STATE_CONFLICT', { msg: 'Codes are already set up.' });
    }
    const encrypted = encryptBytes(totpKey, ownerOf(userId), secret);
    replaceTotp(transaction, { userId, encrypted, createdAt: clock() });
    return owner;
  });
  const text = toBase32(secret);
  const url = totpUrl(text, { site: getSiteName(database), email: user.email });
  return { secret: text.replace(/(.{4})(?=.)/g, '$1 '), url, qr: await drawQr(url) };
}

/**
 * Activates the secret with a first code.
 * @returns recovery codes, shown only once, or null if the user has some
 * @throws DomainError VALIDATION at the field `code`, STATE_CONFLICT, TOO_MANY_REQUESTS
 */
export async function confirmTotpEnrolment(
  context: AccountContext,
  userId: number,
  code: string,
): Promise<string[] | null> {
  const { database, clock, totpLimiter } = context;
  await totpLimiter.admit(userId);
  return database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    const found = findTotp(transaction, userId);
    if (!found || found.confirmedAt) throw new DomainError('STATE_CONFLICT');
    if (!consumeStep(context, transaction, userId, code)) throw wrongCode();
    confirmTotp(transaction, userId, clock());
    totpLimiter.succeeded(transaction, userId);
    return handleFactorAdded(context, transaction, user, 'Codes of an authenticator were set up');
  });
}

/** @throws DomainError NOT_FOUND */
export async function removeTotp(context: AccountContext, userId: number): Promise<void> {
  await context.database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    if (!findTotp(transaction, userId)?.confirmedAt) throw new DomainError('NOT_FOUND');
    deleteTotp(transaction, userId);
    handleFactorRemoved(context, transaction, user, 'Codes of your authenticator were turned off');
  });
}

/** Consumes a code of an active secret. @returns false if it is wrong or already used */
export function consumeTotpCode(
  context: AccountContext,
  transaction: Queryable,
  userId: number,
  code: string,
): boolean {
  if (!findTotp(transaction, userId)?.confirmedAt) return false;
  return consumeStep(context, transaction, userId, code);
}

export function wrongCode(): DomainError {
  const errorText = 'Wrong or already used code. Please wait for the next one.';
  return fieldError('code', errorText);
}

function consumeStep(
  { clock, totpKey }: AccountContext,
  transaction: Queryable,
  userId: number,
  code: string,
): boolean {
  const found = findTotp(transaction, userId);
  const secret = found && decryptSecret(totpKey, userId, found.encrypted);
  const step = secret && stepOfCode(secret, code, { now: clock(), usedStep: found.usedStep });
  if (!step) return false;
  useTotpStep(transaction, userId, step);
  return true;
}

/** Returns null if the key of the installation has changed; recovery codes and passkeys still work. */
function decryptSecret(key: Buffer, userId: number, encrypted: Buffer): Buffer | null {
  try {
    return decryptBytes(key, ownerOf(userId), encrypted);
  } catch {
    return null;
  }
}

/** Draws a QR code as one SVG path of unit squares, including the quiet zone. */
async function drawQr(text: string): Promise<TotpEnrolment['qr']> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' });
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, path };
}
