import { endAttempt, listCrossPostsBeingSent } from '../../db/repositories/cross-posts.ts';
import type { CrossPostContext } from './context.ts';
import { ARRIVED_MS } from './settle.ts';

/**
 * Looks after what a process was posting when it went away: nobody knows whether it arrived. Where
 * that can be seen over there, it is looked for; else it is flagged, and waits for the owner.
 * @param ended tells holders known to be gone
 * @returns the ids of those that were flagged
 */
export async function recoverCrossPosts(
  { database, clock, crossPosting }: CrossPostContext,
  ended: (holder: string) => boolean,
): Promise<string[]> {
  const left = ({ heldUntil, holder }: { heldUntil: number | null; holder: string | null }) =>
    (heldUntil ?? 0) <= clock() || (holder !== null && ended(holder));
  if (!listCrossPostsBeingSent(database.query).some(left)) return [];
  return database.write((transaction) => {
    const flagged: string[] = [];
    for (const row of listCrossPostsBeingSent(transaction).filter(left)) {
      const findable = crossPosting.clients[row.target].changeable !== null;
      endAttempt(transaction, row, {
        state: 'unknown',
        reason: 'The server stopped while it was being posted.',
        nextAt: findable ? clock() + ARRIVED_MS : null,
      });
      if (!findable) flagged.push(row.publicId);
    }
    return flagged;
  });
}
