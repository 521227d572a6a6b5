import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTaskQueue } from './passwords-queue.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; 16 ms on the target machine. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Two of libuv's four threads: the other two stay free for files. */
const queue = createTaskQueue({ parallel: 2, waiting: 64 });
const derive = promisify(argon2);

/**
 * Nobody's password. Checked when there is no account, so that known and unknown e-mails take the
 * same time; its tag was drawn at random, so nothing matches it.
 */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$mPyxNDnBhxYtYaq61Rhmlw$Hg1uo7bY4coNdElvFdQ4wnbnZ+i6De/AwTBsZCV2Uos';

/** Stands where an account has no password: no hash looks like this, so no password fits. */
export const NO_PASSWORD = '!';

/**
 * Hashes off the event loop.
 * @returns a PHC string: algorithm, cost, salt and tag
 * @throws DomainError BUSY when too many passwords wait already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await computeTag(password, { ...cost, salt, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Compares in constant time. Without a hash, or with NO_PASSWORD, it works just as long and says no.
 * @throws DomainError BUSY when too many passwords wait already
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const known = hash === NO_PASSWORD ? null : hash;
  const { tag, ...parameters } = parseHash(known ?? nobodysHash);
  const computed = await computeTag(password, { ...parameters, tagLength: tag.length });
  return timingSafeEqual(computed, tag) && known !== null;
}

interface HashParameters {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  tagLength: number;
}

function computeTag(password: string, parameters: HashParameters): Promise<Buffer> {
  const { salt, ...rest } = parameters;
  // The same letter typed as one or as two code points is the same password.
  const message = password.normalize('NFC');
  return queue(async () => derive('argon2id', { ...rest, nonce: salt, message }));
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function parseHash(hash: string) {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? [];
  if (!salt || !tag) throw new Error('a stored password hash cannot be read');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
