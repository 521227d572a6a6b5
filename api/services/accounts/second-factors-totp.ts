import { randomBytes } from 'node:crypto';
import type { TotpOffer } from '#contracts/second-factor.ts';
import type { Queryable } from '../../db/client.ts';
import {
  confirmTotp,
  deleteTotp,
  findTotp,
  replaceTotp,
  useTotpStep,
} from '../../db/repositories/totp-secrets.ts';
import { DomainError } from '../../errors.ts';
import { siteInfo } from '../../site-info.ts';
import { seal, unseal } from '../sealed.ts';
import type { AccountContext } from './context.ts';
import { factorAdded, factorRemoved, ownerForFactor } from './second-factors.ts';
import { stepOfCode, toBase32, totpAddress } from './totp.ts';

const SECRET_BYTES = 20;
const ownerOf = (userId: number) => `totp of user ${userId}`;

/**
 * Offers a secret for an authenticator program. It counts once a code of it was shown.
 * @throws DomainError STATE_CONFLICT when there is one already, or the e-mail is not confirmed
 */
export async function offerTotp(
  { database, clock, totpKey }: AccountContext,
  userId: number,
): Promise<TotpOffer> {
  const secret = randomBytes(SECRET_BYTES);
  const user = await database.write((transaction) => {
    const owner = ownerForFactor(transaction, userId);
    if (findTotp(transaction, userId)?.confirmedAt) {
      throw new DomainError('STATE_CONFLICT', { msg: 'Codes are set up already.' });
    }
    const sealed = seal(totpKey, ownerOf(userId), secret);
    replaceTotp(transaction, { userId, sealed, createdAt: clock() });
    return owner;
  });
  const text = toBase32(secret);
  const address = totpAddress(text, { site: siteInfo.name, email: user.email });
  return { secret: text.replace(/(.{4})(?=.)/g, '$1 '), address, qr: await drawQr(address) };
}

/**
 * Takes the first code: from now on it is asked for.
 * @returns recovery codes, shown this once, when there were none
 * @throws DomainError VALIDATION at the field `code`, STATE_CONFLICT, TOO_MANY_REQUESTS
 */
export async function acceptTotp(
  context: AccountContext,
  userId: number,
  code: string,
): Promise<string[] | null> {
  const { database, clock, codeGuard } = context;
  await codeGuard.admit(userId);
  return database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    const found = findTotp(transaction, userId);
    if (!found || found.confirmedAt) throw new DomainError('STATE_CONFLICT');
    if (!takeStep(context, transaction, userId, code)) throw wrongCode();
    confirmTotp(transaction, userId, clock());
    codeGuard.succeeded(transaction, userId);
    return factorAdded(context, transaction, user, 'Codes of an authenticator were set up');
  });
}

/** @throws DomainError NOT_FOUND */
export async function removeTotp(context: AccountContext, userId: number): Promise<void> {
  await context.database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    if (!findTotp(transaction, userId)?.confirmedAt) throw new DomainError('NOT_FOUND');
    deleteTotp(transaction, userId);
    factorRemoved(context, transaction, user, 'Codes of your authenticator were turned off');
  });
}

/** Uses up the code of a secret that counts. @returns whether it was right, and new */
export function takeTotpCode(
  context: AccountContext,
  transaction: Queryable,
  userId: number,
  code: string,
): boolean {
  if (!findTotp(transaction, userId)?.confirmedAt) return false;
  return takeStep(context, transaction, userId, code);
}

/** What a wrong code is answered with, wherever it was typed. */
export function wrongCode(): DomainError {
  const sentence = 'This code is not right, or was used already. Please wait for the next one.';
  return new DomainError('VALIDATION', { msg: sentence, fields: { code: sentence } });
}

function takeStep(
  { clock, totpKey }: AccountContext,
  transaction: Queryable,
  userId: number,
  code: string,
): boolean {
  const found = findTotp(transaction, userId);
  const secret = found && open(totpKey, userId, found.sealed);
  const step = secret && stepOfCode(secret, code, { now: clock(), usedStep: found.usedStep });
  if (!step) return false;
  useTotpStep(transaction, userId, step);
  return true;
}

/** Null once the key of this installation was lost: recovery codes and passkeys still work then. */
function open(key: Buffer, userId: number, sealed: Buffer): Buffer | null {
  try {
    return unseal(key, ownerOf(userId), sealed);
  } catch {
    return null;
  }
}

/** A QR code as one path: each dark square is a step of one unit, with the quiet zone around it. */
async function drawQr(text: string): Promise<TotpOffer['qr']> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' });
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, path };
}
