import type { Audience } from '#contracts/user.ts';

/** Relation of a viewer to a member. */
export type ViewerRelation = 'self' | 'admin' | 'member' | 'guest';

/** Viewer of a profile; `as` previews the profile for viewers with fewer rights. */
export interface ProfileViewer {
  viewer: { userId: number; admin: boolean } | null;
  as?: 'guest' | 'member' | undefined;
}

/** Returns the viewer's relation to the user with this row id. */
export function getViewerRelation({ viewer, as }: ProfileViewer, userId: number): ViewerRelation {
  if (!viewer || as === 'guest') return 'guest';
  if (as === 'member') return 'member';
  if (viewer.userId === userId) return 'self';
  return viewer.admin ? 'admin' : 'member';
}

/** Audiences that each viewer can see; admins see everything. */
const visibleAudiences: Record<ViewerRelation, readonly Audience[]> = {
  self: ['public', 'members', 'me'],
  admin: ['public', 'members', 'me'],
  member: ['public', 'members'],
  guest: ['public'],
};

/** True if content for this audience is visible to the viewer. */
export const canView = (relation: ViewerRelation, audience: Audience): boolean =>
  visibleAudiences[relation].includes(audience);
