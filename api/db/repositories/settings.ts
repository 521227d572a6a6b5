import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { settings } from '../schema.ts';

/** What the owner has set, or undefined. */
export function readSetting(query: Queryable, key: string): unknown {
  return query.select({ value: settings.value }).from(settings).where(eq(settings.key, key)).get()
    ?.value;
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
