import type { Timeline, TimelineEntry, TimelineKind } from '#contracts/profile.ts';
import { type Audience, type MemberUser, type Privacy, privacy } from '#contracts/user.ts';
import { type AppContext, iso } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { listScoresBy } from '../../db/repositories/games.ts';
import {
  listArticlesBy,
  listCommentsBy,
  type TimelinePlace,
  type TimelineRow,
} from '../../db/repositories/timeline.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { textOfHtml } from '../../escape-html.ts';
import { getModeTitle } from '../games/games.ts';
import { profileOf, readArticlesBy, readUserLists, toPublicUser } from '../users/user-response.ts';

/** Relation of a viewer to a member. */
type ViewerRelation = 'self' | 'admin' | 'member' | 'guest';

/** Viewer of a profile; `as` previews the profile for viewers with fewer rights. */
export interface ProfileViewer {
  viewer: { userId: number; admin: boolean } | null;
  as?: 'guest' | 'member' | undefined;
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

/**
 * Returns a member's profile as the viewer may see it.
 * @throws DomainError NOT_FOUND, also for suspended and deleted users
 */
export function getMemberProfile(
  context: Pick<AppContext, 'config' | 'database'>,
  viewer: ProfileViewer,
  publicId: string,
): MemberUser {
  const user = findActiveUserByPublicId(context.database.query, publicId);
  if (!user) throw new DomainError('NOT_FOUND');
  const relation = getViewerRelation(viewer, user.id);
  const settings = privacy.parse(user.privacy);
  const profile = canView(relation, settings.profile);
  const contact = canView(relation, settings.contact);
  return {
    ...toPublicUser(user),
    ...(profile ? profileOf(user) : { title: '', bio: '' }),
    ...(contact && { phone: user.phone }),
    // An unconfirmed email address may belong to someone else.
    ...(contact &&
      (user.emailConfirmedAt !== null || canView(relation, 'me')) && { email: user.email }),
    ...(relation === 'admin' && { role: user.role }),
    ...(canView(relation, settings.articles) && {
      articles: readArticlesBy(context, user.id, ['live']),
    }),
    ...(relation === 'self' && readUserLists(context, user)),
  };
}

/** Returns the viewer's relation to the user with this row id. */
export function getViewerRelation({ viewer, as }: ProfileViewer, userId: number): ViewerRelation {
  if (!viewer || as === 'guest') return 'guest';
  if (as === 'member') return 'member';
  if (viewer.userId === userId) return 'self';
  return viewer.admin ? 'admin' : 'member';
}

/** Entries per page. */
export const TIMELINE_PAGE = 20;

/** Maximum characters of an excerpt. */
const EXCERPT_MAX = 200;

interface TimelineSource {
  kind: TimelineKind;
  /** Privacy setting that decides who sees the entries. */
  setting: keyof Privacy;
  read(database: Database, place: TimelinePlace): TimelineRow[];
  href(row: TimelineRow): string;
  /** Creates title and excerpt if the row does not contain them. */
  describe?(row: TimelineRow, database: Database): Pick<TimelineEntry, 'title' | 'excerpt'>;
}

const articlePath = ({ key }: TimelineRow) => `/blog/${encodeURIComponent(key)}`;

/** Sources of the timeline; their order decides between entries of the same time. */
const sources: readonly TimelineSource[] = [
  { kind: 'article', setting: 'articles', read: listArticlesBy, href: articlePath },
  {
    kind: 'comment',
    setting: 'comments',
    read: listCommentsBy,
    href: (row) => `${articlePath(row)}#comment-${row.part}`,
    describe: ({ title, excerpt }) => ({ title, excerpt: textOfHtml(excerpt) }),
  },
  {
    kind: 'score',
    setting: 'scores',
    read: listScoresBy,
    href: ({ key, part }) => `/gamecorner/game/${key}?replay=${part}`,
    describe: ({ title, key, excerpt }, database) => ({
      title: `${title} points in ${getModeTitle(database, Number(key), excerpt)}`,
      excerpt: '',
    }),
  },
];

type SourceRow = TimelineRow & { source: TimelineSource };

const rank = (source: TimelineSource | undefined) => (source ? sources.indexOf(source) : -1);

const newestFirst = (one: SourceRow, other: SourceRow) =>
  other.at - one.at || rank(one.source) - rank(other.source) || other.id - one.id;

/**
 * Returns one page of a member's activities that the viewer may see, newest first.
 * @param after `next` of the previous page
 * @throws DomainError NOT_FOUND
 */
export function getTimeline(
  { database }: Pick<AppContext, 'database'>,
  viewer: ProfileViewer,
  publicId: string,
  after: string | undefined,
): Timeline {
  const user = findActiveUserByPublicId(database.query, publicId);
  if (!user) throw new DomainError('NOT_FOUND');
  const relation = getViewerRelation(viewer, user.id);
  const settings = privacy.parse(user.privacy);
  const rows: SourceRow[] = sources
    .filter((source) => canView(relation, settings[source.setting]))
    .flatMap((source) =>
      source.read(database, positionFor(source, user.id, after)).map((row) => ({ ...row, source })),
    )
    .sort(newestFirst);
  const shown = rows.slice(0, TIMELINE_PAGE);
  const last = shown.at(-1);
  const more = rows.length > TIMELINE_PAGE && last;
  return {
    entries: shown.map((row) => toEntry(database, row)),
    next: more ? `${last.at}.${last.source.kind}.${last.id}` : null,
  };
}

/** Returns the position from which a source continues; earlier sources of the last time are complete. */
function positionFor(
  source: TimelineSource,
  userId: number,
  after: string | undefined,
): TimelinePlace {
  const limit = TIMELINE_PAGE + 1;
  const unlimited = Number.MAX_SAFE_INTEGER;
  if (after === undefined) return { userId, at: unlimited, id: unlimited, limit };
  const [at, kind, id] = after.split('.');
  const last = rank(sources.find((one) => one.kind === kind));
  const own = rank(source);
  const from = own < last ? 0 : own === last ? Number(id) : unlimited;
  return { userId, at: Number(at), id: from, limit };
}

function toEntry(database: Database, { source, ...row }: SourceRow): TimelineEntry {
  const { title, excerpt: words } = source.describe?.(row, database) ?? row;
  const excerpt = words.length > EXCERPT_MAX ? `${words.slice(0, EXCERPT_MAX - 1)}…` : words;
  return {
    kind: source.kind,
    at: iso(row.at),
    title,
    href: source.href(row),
    excerpt,
  };
}
