import { countCommentsOf } from '../../db/repositories/comments.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import type { CommentContext } from './context.ts';
import type { Evidence } from './judge.ts';
import type { CommentReader } from './response.ts';

/** What is known of who writes: comments of theirs that count for trust, and against it. */
export function trustIn(
  { database }: Pick<CommentContext, 'database'>,
  { admin, userId }: Pick<CommentReader, 'admin' | 'userId'>,
): Evidence['author'] {
  if (admin) return 'owner';
  if (userId === null) return 'guest';
  const wanted = settingOf(database, 'comments-trusted-after');
  if (countCommentsOf(database, userId, 'spam', 1) > 0) return 'new';
  const passed = countCommentsOf(database, userId, 'published', wanted);
  return passed >= wanted ? 'trusted' : 'new';
}
