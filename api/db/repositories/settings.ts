import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { settings } from '../schema/site.ts';

/** Returns the value of a key, or undefined. */
export function readSetting(query: Queryable, key: string): unknown {
  return query.select({ value: settings.value }).from(settings).where(eq(settings.key, key)).get()
    ?.value;
}

/** Returns the last change of each changed setting. */
export function listSettingTimes(query: Queryable): Map<string, number> {
  const rows = query.select({ key: settings.key, at: settings.updatedAt }).from(settings).all();
  return new Map(rows.map(({ key, at }) => [key, at]));
}

export function writeSetting(query: Queryable, key: string, value: unknown, now: number): void {
  query
    .insert(settings)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`excluded.value`, updatedAt: now },
    })
    .run();
}
