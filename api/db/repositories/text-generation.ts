import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { textGenerationDays as days } from '../schema/site.ts';

/** Usage of the text generation service. */
export interface Spent {
  calls: number;
  tokens: number;
}

/** Returns the usage of a day; days are numbered since 1970 in UTC. */
export function readSpent(query: Queryable, day: number): Spent {
  const row = query
    .select({ calls: days.calls, tokens: days.tokens })
    .from(days)
    .where(eq(days.day, day))
    .get();
  return row ?? { calls: 0, tokens: 0 };
}

/** Adds to the usage of a day; negative numbers return an unused reservation. */
export function addSpent(query: Queryable, day: number, { calls, tokens }: Spent): void {
  query
    .insert(days)
    .values({ day, calls, tokens })
    .onConflictDoUpdate({
      target: days.day,
      set: {
        calls: sql`${days.calls} + ${calls}`,
        tokens: sql`max(0, ${days.tokens} + ${tokens})`,
      },
    })
    .run();
}
