import type { PublishPayload } from '#contracts/job.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { findArticleById, listArticleIdsOf } from '../../db/hot/articles.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import {
  claimPlaceholder,
  findPlaceholder,
  insertUser,
  type NewUser,
  type UserRecord,
} from '../../db/repositories/users.ts';
import { getArticleFacts } from '../articles/article-facts.ts';

/**
 * Creates an admin account; call it in a transaction. The first admin takes the place of the placeholder
 * user who is the author of the demo articles.
 */
export function createAdminAccount(
  context: Pick<AppContext, 'database' | 'clock'>,
  query: Queryable,
  user: Omit<NewUser, 'role'>,
): UserRecord {
  const { database } = context;
  const placeholder = findPlaceholder(query);
  if (!placeholder) return insertUser(query, { ...user, role: ROLE_ADMIN });
  const ids = listArticleIdsOf(database, placeholder.id);
  const facts = (id: number) => {
    const article = findArticleById(database, id);
    return article && getArticleFacts(database, article);
  };
  const before = new Map(ids.map((id) => [id, facts(id)]));
  const owner = claimPlaceholder(query, placeholder.id, user);
  for (const id of ids) {
    // The pages of these articles show the name of their author.
    const payload: PublishPayload = {
      before: before.get(id) ?? null,
      after: facts(id),
      requestedAt: context.clock(),
    };
    enqueueJob(database, { kind: 'publish', payload, articleId: id, now: context.clock() });
  }
  return owner;
}
