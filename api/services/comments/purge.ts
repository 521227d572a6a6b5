import { listRefused, listSpamBehind } from '../../db/repositories/comment-moderation.ts';
import type { CommentContext } from './context.ts';
import { eraseComment } from './mutations.ts';

/** Retention of spam and rejected comments after the decision, in milliseconds. */
const REJECTED_RETENTION_MS = 90 * 86_400_000;
/** Maximum number of stored spam comments, because bots can write faster than old ones expire. */
const SPAM_MAX = 5000;
/** Comments per transaction, so that other writes do not wait for long. */
const BATCH = 200;

/** Deletes old rejected comments and spam. */
export async function purgeComments({
  database,
  clock,
}: Pick<CommentContext, 'database' | 'clock'>): Promise<void> {
  const before = clock() - REJECTED_RETENTION_MS;
  const lists = [
    () => listRefused(database, { state: 'rejected', before, limit: BATCH }),
    () => listRefused(database, { state: 'spam', before, limit: BATCH }),
    () => listSpamBehind(database, { newest: SPAM_MAX, limit: BATCH }),
  ];
  for (const list of lists) {
    while (list().length > 0) {
      await database.write((transaction) => {
        for (const comment of list()) eraseComment(transaction, comment);
      });
    }
  }
}
