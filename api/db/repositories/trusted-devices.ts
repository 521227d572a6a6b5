import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { trustedDevices } from '../schema/accounts.ts';

/** Notes that a second factor was shown on this device. */
export function trustDevice(
  query: Queryable,
  device: { userId: number; hash: string; createdAt: number },
): void {
  query.insert(trustedDevices).values(device).onConflictDoNothing().run();
}

export function isTrustedDevice(query: Queryable, userId: number, hash: string): boolean {
  const row = query
    .select({ hash: trustedDevices.hash })
    .from(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), eq(trustedDevices.hash, hash)))
    .get();
  return row !== undefined;
}

export function distrustDevices(query: Queryable, userId: number): void {
  query.delete(trustedDevices).where(eq(trustedDevices.userId, userId)).run();
}
