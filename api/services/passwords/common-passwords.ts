import { readFileSync } from 'node:fs';
import { DomainError } from '../../errors.ts';

const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
const common = new Set(text.slice(text.indexOf('\n\n') + 2).split('\n'));

const COMMON = 'This password is too common. Please choose another one.';
const PERSONAL = 'Your password must not be your name or email address. Please choose another one.';

/** Returns the error of a new password, or null. The contract checks its length. */
export function weaknessOf(
  password: string,
  owner: { name: string; email: string },
): string | null {
  const lowered = password.trim().toLowerCase();
  if (common.has(lowered)) return COMMON;
  const personal = [owner.email, owner.email.split('@')[0], owner.name];
  return personal.some((word) => word?.toLowerCase() === lowered) ? PERSONAL : null;
}

/** @throws DomainError VALIDATION at the field `password` */
export function assertStrongPassword(
  password: string,
  owner: { name: string; email: string },
): void {
  const sentence = weaknessOf(password, owner);
  if (sentence)
    throw new DomainError('VALIDATION', { msg: sentence, fields: { password: sentence } });
}
