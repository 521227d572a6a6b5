import { avatarUrl } from '#contracts/avatar.ts';
import type { ProfileRequest } from '#contracts/profile.ts';
import type { OwnUser } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
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
import { removeAvatars } from '../media/media-files.ts';
import { toOwnUser } from '../users/user-response.ts';
import { enqueueMemberCommentRendering, refreshAuthorPages } from './author-pages.ts';

/**
 * Saves a member's profile; omitted fields stay unchanged.
 * @throws DomainError NOT_SIGNED_IN, or VALIDATION if the picture belongs to another member
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
