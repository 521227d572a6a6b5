import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { fieldError } from '../../errors.ts';
import { createTaskQueue } from '../task-queue.ts';

const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');

const common = new Set(text.slice(text.indexOf('\n\n') + 2).split('\n'));

const COMMON = 'This password is too common. Please choose another one.';

const PERSONAL = 'Your password must not be your name or email address. Please choose another one.';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; 16 ms on the target machine. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Two of libuv's four threads: the other two stay free for files. */
const queue = createTaskQueue({ parallel: 2, waiting: 64 });
const derive = promisify(argon2);

/**
 * Hash that is checked if there is no account, so that known and unknown email addresses take the same
 * time. Its tag is random, so no password matches.
 */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$mPyxNDnBhxYtYaq61Rhmlw$Hg1uo7bY4coNdElvFdQ4wnbnZ+i6De/AwTBsZCV2Uos';

/** Stored instead of a hash for accounts without a password; no password matches it. */
export const NO_PASSWORD = '!';

/**
 * Hashes a password outside of the event loop.
 * @returns a PHC string: algorithm, cost, salt and tag
 * @throws DomainError BUSY if too many passwords wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await computeTag(password, { ...cost, salt, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Compares a password with a hash in constant time. Without a hash, or with NO_PASSWORD, it takes as
 * long and returns false.
 * @throws DomainError BUSY if too many passwords wait
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const realHash = hash === NO_PASSWORD ? null : hash;
  const { tag, ...parameters } = parseHash(realHash ?? dummyHash);
  const computed = await computeTag(password, { ...parameters, tagLength: tag.length });
  return timingSafeEqual(computed, tag) && realHash !== null;
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
  // NFC: a letter of one or of two code points gives the same password.
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
  const errorText = weaknessOf(password, owner);
  if (errorText) throw fieldError('password', errorText);
}
