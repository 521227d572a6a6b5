import { listRefused, listSpamBehind } from '../../db/repositories/comment-moderation.ts';
import type { CommentContext } from './context.ts';
import { eraseComment } from './writing.ts';

/** Milliseconds that spam and rejected comments are kept, from when that was decided. */
const KEEP_REFUSED_MS = 90 * 86_400_000;
/** Spam that is kept at most: programs can write faster than time goes by. */
const SPAM_MAX = 5000;
/** Comments in one transaction, so that none holds up the others for long. */
const BATCH = 200;

/** Forgets comments that nobody wanted. */
export async function sweepComments({
  database,
  clock,
}: Pick<CommentContext, 'database' | 'clock'>): Promise<void> {
  const before = clock() - KEEP_REFUSED_MS;
  const refused = [
    () => listRefused(database, { state: 'rejected', before, limit: BATCH }),
    () => listRefused(database, { state: 'spam', before, limit: BATCH }),
    () => listSpamBehind(database, { newest: SPAM_MAX, limit: BATCH }),
  ];
  for (const list of refused) {
    while (list().length > 0) {
      await database.write((transaction) => {
        for (const comment of list()) eraseComment(transaction, comment);
      });
    }
  }
}
