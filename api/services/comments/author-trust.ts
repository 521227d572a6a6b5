import { countCommentsOf } from '../../db/hot/comments.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import type { CommentViewer } from './comment-response.ts';
import type { CommentContext } from './context.ts';
import type { ScoreInput } from './spam-score.ts';

/** Returns the trust in an author, based on their earlier comments. */
export function getAuthorTrust(
  { database }: Pick<CommentContext, 'database'>,
  { admin, userId }: Pick<CommentViewer, 'admin' | 'userId'>,
): ScoreInput['author'] {
  if (admin) return 'owner';
  if (userId === null) return 'guest';
  const required = settingOf(database, 'comments-trusted-after');
  if (countCommentsOf(database, userId, 'spam', 1) > 0) return 'new';
  const approved = countCommentsOf(database, userId, 'published', required);
  return approved >= required ? 'trusted' : 'new';
}
