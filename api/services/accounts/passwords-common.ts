import { readFileSync } from 'node:fs';
import { DomainError } from '../../errors.ts';

const text = readFileSync(new URL('./passwords-common.txt', import.meta.url), 'utf8');
const common = new Set(text.slice(text.indexOf('\n\n') + 2).split('\n'));

const COMMON = 'This password is used by many people and easy to guess. Please choose another one.';
const PERSONAL = 'Your password must not be your name or e-mail. Please choose another one.';

/** What is wrong with a new password, as a sentence, or null. Its length is the contract's matter. */
export function weaknessOf(
  password: string,
  owner: { name: string; email: string },
): string | null {
  const lowered = password.trim().toLowerCase();
  if (common.has(lowered)) return COMMON;
  const personal = [owner.email, owner.email.split('@')[0], owner.name];
  return personal.some((word) => word?.toLowerCase() === lowered) ? PERSONAL : null;
}

/** @throws DomainError VALIDATION with the sentence in the field `password` */
export function refuseWeakPassword(password: string, owner: { name: string; email: string }): void {
  const sentence = weaknessOf(password, owner);
  if (sentence)
    throw new DomainError('VALIDATION', { msg: sentence, fields: { password: sentence } });
}
