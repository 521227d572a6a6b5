import { avatarUrl } from '#contracts/avatar.ts';
import type { AccountDeletion, ProfileRequest } from '#contracts/profile.ts';
import type { OwnUser } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/database.ts';
import { listArticleIdsOf } from '../../db/hot/articles.ts';
import { findCommentById, listArticlesRespondedTo } from '../../db/hot/comments.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { listCommentsOf } from '../../db/repositories/comments.ts';
import {
  type Avatar,
  deleteAvatar,
  findAvatar,
  listAvatarsOf,
} from '../../db/repositories/media.ts';
import {
  findActiveUser,
  type ProfileColumns,
  type UserRecord,
  updateProfile,
} from '../../db/repositories/users.ts';
import { DomainError, fieldError } from '../../errors.ts';
import type { CommentContext } from '../comments/context.ts';
import { eraseComment } from '../comments/mutations.ts';
import { enqueueCommentRendering, onCommentChanged } from '../comments/on-comment-changed.ts';
import { removeAvatars } from '../media/media-files.ts';
import { toOwnUser } from '../users/user-response.ts';

type Context = Pick<CommentContext, 'config' | 'database' | 'clock'>;

/**
 * Enqueues rendering of all pages that show the author's name or profile picture.
 * Call it in the transaction of the change.
 */
export function refreshAuthorPages(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  userId: number,
): void {
  enqueueMemberCommentRendering({ database, clock }, userId);
  const articles = listArticleIdsOf(database, userId);
  if (articles.length === 0) return;
  const tags = articles.flatMap((id) => [`article:${id}`, `card:${id}`]);
  enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now: clock() });
  enqueueJob(database, { kind: 'og-images', payload: { articles }, now: clock() });
}

/**
 * Schedules rendering of all articles with comments of a member whose name or profile picture changed. Call it in the
 * transaction of the change, and wake the publisher after the commit.
 */
export function enqueueMemberCommentRendering(
  context: Pick<CommentContext, 'database' | 'clock'>,
  userId: number,
): void {
  for (const article of listArticlesRespondedTo(context.database, userId)) {
    enqueueCommentRendering(context, article);
  }
}

/**
 * Keeps or removes the comments of a member who deletes their account; comments with replies leave an empty place.
 * Call it in the transaction of the deletion.
 */
export function detachMemberComments(
  context: Context,
  transaction: Queryable,
  userId: number,
  choice: AccountDeletion['comments'],
): void {
  enqueueMemberCommentRendering(context, userId);
  if (choice === 'keep') return;
  for (const id of listCommentsOf(transaction, userId)) {
    const comment = findCommentById(context.database, id);
    if (!comment) continue;
    eraseComment(transaction, comment);
    onCommentChanged(transaction, context, comment, comment.id);
  }
}

/**
 * Saves a member's profile; omitted fields stay unchanged.
 * @throws DomainError NOT_SIGNED_IN, or VALIDATION if the profile picture belongs to another member
 */
export async function saveProfile(
  context: Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>,
  userId: number,
  { avatar, privacy, ...fields }: ProfileRequest,
): Promise<OwnUser> {
  const { database, clock } = context;
  const { saved, unused } = await database.write((transaction) => {
    const user = findActiveUser(transaction, userId);
    if (!user) throw new DomainError('NOT_SIGNED_IN');
    const columns = omitUndefined({
      ...fields,
      privacy: privacy && { ...user.privacy, ...privacy },
      avatar: avatar && getOwnAvatarUrl(transaction, userId, avatar),
    });
    const saved = updateProfile(transaction, userId, columns, clock());
    const unused = avatar === undefined ? [] : deleteUnusedAvatars(transaction, saved);
    if (saved.name !== user.name || saved.avatar !== user.avatar) {
      refreshAuthorPages(context, userId);
    } else if (saved.privacy.profile !== user.privacy.profile) {
      // Comments link the author's name to the profile if it is visible.
      enqueueMemberCommentRendering(context, userId);
    }
    return { saved, unused };
  });
  context.publisher.wake();
  await removeAvatars(
    context,
    unused.map(({ name }) => name),
  );
  return toOwnUser(context, saved);
}

/** Omits undefined values, which the query would write as null. */
function omitUndefined(columns: Record<string, unknown>): ProfileColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function getOwnAvatarUrl(query: Queryable, userId: number, publicId: string): string {
  const avatar = findAvatar(query, publicId);
  if (avatar?.userId === userId) return avatarUrl(avatar.name);
  const msg = 'This image no longer exists. Please choose it again.';
  throw fieldError('avatar', msg);
}

/** Deletes all avatars of a user except the current one. @returns the deleted avatars */
function deleteUnusedAvatars(query: Queryable, user: UserRecord): Avatar[] {
  const others = listAvatarsOf(query, user.id).filter(
    ({ name }) => avatarUrl(name) !== user.avatar,
  );
  for (const { id } of others) deleteAvatar(query, id);
  return others;
}
