import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

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
  | 'notification-mails'
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
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
  const descriptor = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
  const key = readKey(file);
  if (!key) throw new Error(`${file} could not be written.`);
  return key;
}
