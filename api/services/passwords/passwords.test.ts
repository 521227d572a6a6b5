import { expect, it } from 'vitest';
import { DomainError } from '../../errors.ts';
import { createTaskQueue } from '../task-queue.ts';
import { hashPassword, verifyPassword, weaknessOf } from './passwords.ts';

it('stores algorithm, cost and salt with the tag, so that the cost can be raised later', async () => {
  const hash = await hashPassword('a sound passphrase');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hashPassword('a sound passphrase')).not.toBe(hash);
});

it.each([
  ['the same password', 'a sound passphrase', 'a sound passphrase', true],
  ['another one', 'a sound passphrase', 'a sound passphrasf', false],
  ['one that differs after the 72nd byte', `${'x'.repeat(100)}a`, `${'x'.repeat(100)}b`, false],
  ['one that differs in a space at its end', 'passphrase ', 'passphrase', false],
  ['the same letters composed otherwise', 'caf\u00e9 society', 'cafe\u0301 society', true],
])('compares %s', async (_what, stored, typed, expected) => {
  expect(await verifyPassword(typed, await hashPassword(stored))).toBe(expected);
});

it('verifies a hash of the reference implementation with another cost', async () => {
  // P-H-C/phc-winner-argon2: src/test.c
  const hash =
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword('password', hash)).toBe(true);
  expect(await verifyPassword('passwore', hash)).toBe(false);
});

it('takes the same time with and without an account', { tags: ['topic'] }, async () => {
  const hash = await hashPassword('a sound passphrase');
  const unknown: number[] = [];
  const known: number[] = [];
  for (let round = 0; round < 15; round++) {
    unknown.push(await timed(() => verifyPassword('a guess', null)));
    known.push(await timed(() => verifyPassword('a guess', hash)));
  }
  // Without the check of a random hash, the ratio would be about 0.01.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

it.each(['password', 'PASSWORD1', '123456', 'qwerty', 'iloveyou', ' letmein '])(
  'rejects the common password %j',
  (password) => {
    expect(weaknessOf(password, owner)).toMatch(/password is too common/);
  },
);

it.each(['Ann Example', 'ann.e@example.org', 'ANN.E'])(
  'rejects the personal password %j',
  (password) => {
    expect(weaknessOf(password, owner)).toMatch(/must not be your name or email address/);
  },
);

it('accepts a strong passphrase', () => {
  expect(weaknessOf('a sound passphrase', owner)).toBeNull();
});

it('rejects a task if the queue is full, and continues afterwards', async () => {
  const run = createTaskQueue({ parallel: 1, waiting: 1 });
  const gate = Promise.withResolvers<string>();
  const first = run(() => gate.promise);
  const second = run(async () => 'second');
  const third = run(async () => 'third').catch((error) => error);
  expect(await third).toMatchObject({ code: 'BUSY', retryAfter: 2 });
  expect(await third).toBeInstanceOf(DomainError);
  gate.resolve('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(await run(async () => 'later')).toBe('later');
});

const owner = { name: 'Ann Example', email: 'ann.e@example.org' };

/** Returns the CPU time of this process and its threads, in microseconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
