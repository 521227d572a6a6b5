import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Database } from '../../db/database.ts';
import { createTestClock } from '../../testing/fakes.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { createAttempts, createLoginLimiter, type LoginLimiter } from './attempt-limits.ts';
import { createDeviceCookie, readDeviceCookie } from './sign-in.ts';

const owner = 'owner@example.org';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'login-guard-'));
  database = openMigrated(path.join(folder, 'site.db'));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('failed logins to one account', () => {
  it('are limited to five per client and hour, with the time of the next attempt', async () => {
    const { guard, clock } = create();
    expect(await countAdmitted(guard, 100, () => ({ email: owner, ipAddress: '10.0.0.1' }))).toBe(
      5,
    );
    clock.advance(HOUR_MS - 60_000);
    const next = guard.admit({ email: owner, ipAddress: '10.0.0.1', device: null });
    await expect(next).rejects.toThrow(
      expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 }),
    );
    clock.advance(60_000);
    expect(await countAdmitted(guard, 100, () => ({ email: owner, ipAddress: '10.0.0.1' }))).toBe(
      5,
    );
  });

  it('are limited to five in every period of an hour', async () => {
    const { guard, clock } = create();
    const admitted: number[] = [];
    for (let minute = 0; minute < 600; minute++) {
      if ((await countAdmitted(guard, 1, () => ({ email: owner, ipAddress: '10.0.0.1' }))) === 1) {
        admitted.push(clock.now());
      }
      clock.advance(60_000);
    }
    for (const start of admitted) {
      const within = admitted.filter((time) => time >= start && time < start + HOUR_MS);
      expect(within.length).toBeLessThanOrEqual(5);
    }
  });

  const limitsAttempts = (tries: number) => async () => {
    const { guard } = create();
    const countsByIpAddress = new Map<string, number>();
    for (let index = 0; index < tries; index++) {
      const ipAddress = `10.0.1.${index % 200}`;
      const count = await countAdmitted(guard, 1, () => ({ email: owner, ipAddress }));
      countsByIpAddress.set(ipAddress, (countsByIpAddress.get(ipAddress) ?? 0) + count);
    }
    const checked = [...countsByIpAddress.values()];
    expect(Math.max(...checked)).toBeLessThanOrEqual(5);
    expect(checked.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(220);
    expect(await countAdmitted(guard, 1, () => ({ email: owner, ipAddress: '192.0.2.7' }))).toBe(1);
  };
  const bounds = (tries: string) =>
    `bounds ${tries} attempts from 200 IP addresses, and the owner elsewhere still gets in`;
  it(bounds('1,200'), limitsAttempts(1_200));
  it(bounds('10,000'), { tags: ['verify'] }, limitsAttempts(10_000));

  const stopListening = (tries: number) => async () => {
    const { guard } = create();
    const botnet = (index: number) => ({
      email: owner,
      ipAddress: `10.${index >> 8}.${index & 255}.1`,
    });
    expect(await countAdmitted(guard, tries, botnet)).toBe(500);
    expect(await countAdmitted(guard, 1, () => ({ email: owner, ipAddress: '192.0.2.7' }))).toBe(0);
    const known = { email: owner, ipAddress: '10.0.0.1', device: 'laptop' };
    expect(await countAdmitted(guard, 100, () => known)).toBe(5);
    expect(
      await countAdmitted(guard, 1, () => ({ email: 'other@example.org', ipAddress: '192.0.2.7' })),
    ).toBe(1);
  };
  const stops = (tries: string) =>
    `stops listening to strangers after ${tries} attempts of a botnet; known devices keep their allowance`;
  it(stops('600'), stopListening(600));
  it(stops('5,000'), { tags: ['verify'] }, stopListening(5_000));

  it('are deleted once the same client signs in', async () => {
    const { guard } = create();
    for (let round = 0; round < 20; round++) {
      await countAdmitted(guard, 3, () => ({ email: owner, ipAddress: '10.0.0.1' }));
      await (await guard.admit({ email: owner, ipAddress: '10.0.0.1', device: null })).succeeded();
    }
  });

  it('do not include attempts whose password was not checked', async () => {
    const { guard } = create();
    for (let round = 0; round < 20; round++) {
      await (await guard.admit({ email: owner, ipAddress: '10.0.0.1', device: null })).unchecked();
    }
  });
});

it('limits failed logins of one client to many accounts', async () => {
  const { guard } = create();
  const list = (index: number) => ({ email: `user${index}@example.org`, ipAddress: '10.0.0.1' });
  expect(await countAdmitted(guard, 1_000, list)).toBe(50);
});

describe('a known device', () => {
  const key = Buffer.alloc(32, 1);

  it('is known to its own account only', async () => {
    const cookie = createDeviceCookie(owner, key);
    expect(readDeviceCookie(cookie, owner, key)).toMatch(/^[\w-]{22}$/);
    expect(readDeviceCookie(cookie, 'other@example.org', key)).toBeNull();
  });

  it.each(['', 'x', 'a'.repeat(22), `${'a'.repeat(22)}.${'b'.repeat(43)}`])(
    'is not proven by %j',
    (forged) => expect(readDeviceCookie(forged, owner, key)).toBeNull(),
  );
});

function create() {
  const clock = createTestClock();
  const attempts = createAttempts(clock.now, Buffer.alloc(32));
  return { clock, guard: createLoginLimiter(database, clock.now, attempts) };
}

type Attempt = { email: string; ipAddress: string; device?: string };

async function countAdmitted(
  guard: LoginLimiter,
  tries: number,
  attemptOf: (n: number) => Attempt,
): Promise<number> {
  let admitted = 0;
  for (let number = 0; number < tries; number++) {
    try {
      await guard.admit({ device: null, ...attemptOf(number) });
      admitted++;
    } catch {
      // Refused: not counted.
    }
  }
  return admitted;
}
