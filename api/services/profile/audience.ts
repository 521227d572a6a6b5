import type { Audience } from '#contracts/user.ts';

/** Who looks at a member, seen from that member. */
export type Looker = 'self' | 'admin' | 'member' | 'guest';

/** Who asks, and as whom: `as` shows what somebody sees who may see less. */
export interface Look {
  viewer: { userId: number; admin: boolean } | null;
  as?: 'guest' | 'member' | undefined;
}

/** How who asks stands to the user with this row id. */
export function lookerOf({ viewer, as }: Look, userId: number): Looker {
  if (!viewer || as === 'guest') return 'guest';
  if (as === 'member') return 'member';
  if (viewer.userId === userId) return 'self';
  return viewer.admin ? 'admin' : 'member';
}

const reach: Record<Looker, readonly Audience[]> = {
  self: ['public', 'members', 'me'],
  admin: ['public', 'members', 'me'],
  member: ['public', 'members'],
  guest: ['public'],
};

/** Whether what is shown to `audience` is shown to this looker. Admins look after the site: they see all. */
export const mayLook = (looker: Looker, audience: Audience): boolean =>
  reach[looker].includes(audience);
