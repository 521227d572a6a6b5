import { createHmac } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readStart, replaceFile } from '../../files.ts';

/** First bytes of a file encrypted with age. */
const AGE_HEADER = 'age-encryption.org/v1';
/**
 * Base-2 logarithm of the scrypt work factor. The default of age, 18, takes 560 MB in JavaScript;
 * 16 takes a quarter, and passphrases have at least 16 characters.
 */
const SCRYPT_WORK_FACTOR = 16;

/** Something that a file can be decrypted with: an age identity, or a passphrase. */
export type DecryptionKey = { identity: string } | { passphrase: string };

/** No key opens the file, or it was changed. */
export class DecryptionError extends Error {}

/** True for the public key of age, `age1…`, and not for a passphrase. */
export const isRecipient = (key: string): boolean => key.startsWith('age1');

/** Encrypts a file to an age recipient or a passphrase, into a file that only the owner can read. */
export async function encryptFile(key: string, from: string, to: string): Promise<void> {
  const encrypter = new Encrypter();
  if (isRecipient(key)) encrypter.addRecipient(key);
  else {
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
    encrypter.setPassphrase(key);
  }
  const plain = Readable.toWeb(createReadStream(from)) as ReadableStream<Uint8Array>;
  const encrypted = await encrypter.encrypt(plain as globalThis.ReadableStream<Uint8Array>);
  await pipeline(
    Readable.fromWeb(encrypted as ReadableStream<Uint8Array>),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

/**
 * Returns the decrypted bytes of an encrypted stream.
 * @throws DecryptionError; reading the result also throws, for a file that was changed
 */
export async function decryptStream(
  encrypted: Readable,
  keys: readonly DecryptionKey[],
): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const key of keys) {
    if ('identity' in key) decrypter.addIdentity(key.identity);
    else decrypter.addPassphrase(key.passphrase);
  }
  const source = Readable.toWeb(encrypted) as globalThis.ReadableStream<Uint8Array>;
  try {
    return Readable.fromWeb((await decrypter.decrypt(source)) as ReadableStream<Uint8Array>);
  } catch (error) {
    encrypted.destroy();
    throw new DecryptionError('No key opens it.', { cause: error });
  }
}

/** True if a file is encrypted with age. */
export function isEncrypted(file: string): boolean {
  return readStart(file, AGE_HEADER.length).toString('latin1') === AGE_HEADER;
}

/** Name of the file with the identity for stored uploads; each backup contains it. */
const UPLOAD_IDENTITY_FILE = 'secrets/backup-uploads.key';

/** Key pair of stored uploads. It stays when the owner changes the key of the backups. */
export interface UploadKey {
  identity: string;
  recipient: string;
  /** Returns the name of an upload in the store, which tells nothing about its content. */
  nameOf(sha256: string): string;
}

/** Reads the identity for stored uploads below a data folder or an unpacked backup, or null. */
export function readUploadIdentity(folder: string): string | null {
  const file = path.join(folder, UPLOAD_IDENTITY_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Returns the key pair for stored uploads, and creates it the first time. */
export async function openUploadKey(dataFolder: string): Promise<UploadKey> {
  const identity = readUploadIdentity(dataFolder) ?? (await writeUploadIdentity(dataFolder));
  return {
    identity,
    recipient: await identityToRecipient(identity),
    nameOf: (sha256) => createHmac('sha256', identity).update(sha256).digest('hex'),
  };
}

async function writeUploadIdentity(dataFolder: string): Promise<string> {
  const identity = await generateX25519Identity();
  const file = path.join(dataFolder, UPLOAD_IDENTITY_FILE);
  await replaceFile(file, (temporary) => writeFile(temporary, `${identity}\n`, { mode: 0o600 }));
  return identity;
}
