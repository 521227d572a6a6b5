import { avatarAddress } from '#contracts/avatar.ts';
import type { ProfileRequest } from '#contracts/profile.ts';
import type { OwnUser } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import {
  type Avatar,
  deleteAvatar,
  findAvatar,
  listAvatarsOf,
} from '../../db/repositories/avatars.ts';
import {
  findActiveUser,
  type ProfileColumns,
  type UserRecord,
  updateProfile,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { toOwnUser } from '../accounts/response.ts';
import { bakeCommentsOf } from '../comments/of-member.ts';
import { removeAvatars } from '../media/files.ts';
import { refreshArticlesOf } from './refresh-articles.ts';

/**
 * Saves what a member writes about themselves; what is not named stays.
 * @throws DomainError NOT_SIGNED_IN, VALIDATION when the picture is not theirs
 */
export async function saveProfile(
  context: Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>,
  userId: number,
  { avatar, privacy, ...written }: ProfileRequest,
): Promise<OwnUser> {
  const { config, database, clock } = context;
  const { saved, left } = await database.write((transaction) => {
    const user = findActiveUser(transaction, userId);
    if (!user) throw new DomainError('NOT_SIGNED_IN');
    const columns = present({
      ...written,
      privacy: privacy && { ...user.privacy, ...privacy },
      avatar: avatar && chosenAvatar(transaction, userId, avatar),
    });
    const saved = updateProfile(transaction, userId, columns, clock());
    const left = avatar === undefined ? [] : leaveOthers(transaction, saved);
    if (saved.name !== user.name || saved.avatar !== user.avatar) {
      refreshArticlesOf(context, userId);
    } else if (saved.privacy.profile !== user.privacy.profile) {
      // Below articles their name leads to a profile that everybody may see.
      bakeCommentsOf(context, userId);
    }
    return { saved, left };
  });
  context.publisher.wake();
  await removeAvatars(
    config.dataFolder,
    left.map(({ name }) => name),
  );
  return toOwnUser(context, saved);
}

/** Only what was named: a column that is undefined must not become one. */
function present(columns: Record<string, unknown>): ProfileColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function chosenAvatar(query: Queryable, userId: number, publicId: string): string {
  const avatar = findAvatar(query, publicId);
  if (avatar?.userId === userId) return avatarAddress(avatar.name);
  const msg = 'This picture is not there any more. Please choose it again.';
  throw new DomainError('VALIDATION', { msg, fields: { avatar: msg } });
}

/** Takes away every picture but the one that is shown now. @returns them */
function leaveOthers(query: Queryable, user: UserRecord): Avatar[] {
  const others = listAvatarsOf(query, user.id).filter(
    ({ name }) => avatarAddress(name) !== user.avatar,
  );
  for (const { id } of others) deleteAvatar(query, id);
  return others;
}
