import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasErrorCode } from '../errors.ts';

const IV_BYTES = 12;

const TAG_BYTES = 16;

const KEY_BYTES = 32;
const FILE_NAME = 'master.key';

/** Returns the key of a purpose, always the same one. */
export type Keyring = (purpose: KeyPurpose) => Buffer;
/** Purposes with separate keys, so that a signature is valid for its purpose only. */
export type KeyPurpose =
  | 'access-token'
  | 'refresh-token'
  | 'device-cookie'
  | 'unsubscribe'
  | 'notification-emails'
  | 'totp-secret'
  | 'comment-form'
  | 'guest-comments'
  | 'cross-posts'
  | 'sign-in-attempts'
  | 'draft-links'
  | 'demo-payments'
  | 'downloads'
  | 'daily-challenge'
  | 'instance';

/**
 * Reads the secret of this installation, which the first start creates with permissions for its
 * owner only. Deleting the file ends all sessions.
 * @throws Error if the folder is not writable or the file is invalid
 */
export function openKeyring(dataFolder: string): Keyring {
  const folder = path.join(dataFolder, 'secrets');
  const file = path.join(folder, FILE_NAME);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const master = readKey(file) ?? createKey(folder, file);
  return (purpose) => Buffer.from(hkdfSync('sha256', master, '', purpose, KEY_BYTES));
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== KEY_BYTES) {
    throw new Error(
      `${file} is damaged. Restore it from a backup, or delete it: all users must sign in again.`,
    );
  }
  return key;
}

/** Creates the key file by an atomic link, so that two processes that start together share a key. */
function createKey(folder: string, file: string): Buffer {
  const temporary = path.join(folder, `.${FILE_NAME}.${randomBytes(6).toString('hex')}`);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  writeFileSync(temporary, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(temporary);
  }
  const stored = readKey(file);
  if (!stored) throw new Error(`${file} could not be written.`);
  return stored;
}

/** Characters of a derived name (120 bits). */
const NAME_LENGTH = 20;

/** Signs short texts with a key of the server. */
export interface Signer {
  sign(text: string): string;
  /** @returns the text, or null if the signature is invalid; decoding it ignores other characters */
  read(signed: string): string | null;
  /** Derives a stable, unguessable name from a text. */
  deriveName(text: string): string;
}

/** Creates a signer whose texts only the holder of the key can sign. */
export function createSigner(key: Buffer): Signer {
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text) => `${text}.${hmac(text).toString('base64url')}`,
    deriveName: (text) => hmac(text).toString('base64url').slice(0, NAME_LENGTH),
    read(signed) {
      const end = signed.lastIndexOf('.');
      const text = signed.slice(0, Math.max(end, 0));
      const actual = Buffer.from(signed.slice(end + 1), 'base64url');
      const expected = hmac(text);
      return actual.length === expected.length && timingSafeEqual(actual, expected) ? text : null;
    },
  };
}

/**
 * Returns the hash of a random token, which the database stores instead of it. A fast hash is enough for the
 * 79 random bits of a recovery code.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Encrypts a secret for the database (AES-256-GCM), so that a copy of the database does not reveal
 * it. `owner` is authenticated: a row that is moved to another user cannot be decrypted.
 */
export function encryptBytes(key: Buffer, owner: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

/** @throws Error when it was altered, or encrypted with another key or for another owner */
export function decryptBytes(key: Buffer, owner: string, encrypted: Uint8Array): Buffer {
  const bytes = Buffer.from(encrypted);
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
