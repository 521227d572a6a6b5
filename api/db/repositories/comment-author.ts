import { DELETED_MEMBER_NAME, GUEST_NAME } from '#contracts/comment-limits.ts';
import { privacy } from '#contracts/user.ts';
import type { CommentRecord } from '../hot/comments.ts';

/** Columns about the author of a comment. */
export type Written = Pick<CommentRecord, 'guest' | 'name' | 'status' | 'member' | 'avatar'>;

/** Author of a comment as shown to readers; deleted accounts have no name. */
export interface CommentAuthor {
  name: string;
  avatar: string | null;
  /** Public id; null for guests and deleted accounts. */
  member: string | null;
}

export function authorOf({ guest, name, status, member, avatar }: Written): CommentAuthor {
  if (name !== null && status !== 'deleted') return { name, avatar, member };
  return {
    name: guest === null ? DELETED_MEMBER_NAME : GUEST_NAME,
    avatar: null,
    member: null,
  };
}

const { profile: undecided } = privacy.parse({});

/** True if the author's profile is visible to guests, or to members. */
export function profileFor(
  { status, audience }: Pick<CommentRecord, 'status' | 'audience'>,
  looker: 'guest' | 'member',
): boolean {
  if (status !== 'active') return false;
  const shownTo = audience ?? undecided;
  return shownTo === 'public' || (shownTo === 'members' && looker === 'member');
}
