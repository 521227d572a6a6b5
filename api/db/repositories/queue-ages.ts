import { and, eq, inArray, isNotNull, min } from 'drizzle-orm';
import type { OutboxSource } from '#contracts/outbox.ts';
import type { Queryable } from '../client.ts';
import { crossPosts } from '../schema/cross-posts.ts';
import { emails } from '../schema/email.ts';
import { jobs } from '../schema/publisher.ts';

/** Returns the time since when the longest due entry of each queue waits, or null. */
export function readQueueAges(query: Queryable, now: number): Record<OutboxSource, number | null> {
  const job = query
    .select({ at: min(jobs.runAt) })
    .from(jobs)
    .where(inArray(jobs.state, ['queued', 'running']))
    .get();
  const email = query
    .select({ at: min(emails.runAt) })
    .from(emails)
    .where(eq(emails.state, 'queued'))
    .get();
  const post = query
    .select({ at: min(crossPosts.nextAt) })
    .from(crossPosts)
    .where(and(isNotNull(crossPosts.nextAt), eq(crossPosts.state, 'planned')))
    .get();
  const due = (row: { at: number | null } | undefined) => {
    const at = row?.at ?? null;
    return at !== null && at <= now ? at : null;
  };
  return { publishing: due(job), mail: due(email), posts: due(post) };
}
