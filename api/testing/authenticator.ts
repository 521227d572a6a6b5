import { codeOf, stepAt } from '../services/second-factors/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator shows for a secret as it was typed in, at an instant. */
export function authenticatorCode(secret: string, now: number): string {
  return codeOf(fromBase32(secret), stepAt(now));
}

/** Reads base32, spaces included. */
export function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
