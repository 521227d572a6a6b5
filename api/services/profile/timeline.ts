import type { Timeline, TimelineEntry, TimelineKind } from '#contracts/profile.ts';
import { type Privacy, privacy } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import type { Connection } from '../../db/connection.ts';
import { listScoresBy } from '../../db/repositories/game-scores.ts';
import {
  listArticlesBy,
  listCommentsBy,
  type TimelinePlace,
  type TimelineRow,
} from '../../db/repositories/timeline.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { titleOfMode } from '../games/known-games.ts';
import { type Look, lookerOf, mayLook } from './audience.ts';

/** Entries that one answer brings. */
export const TIMELINE_PAGE = 20;
/** Characters of an excerpt. */
const EXCERPT_MAX = 200;

interface Source {
  kind: TimelineKind;
  /** Which choice of the member decides who sees it. */
  choice: keyof Privacy;
  read(database: Connection, place: TimelinePlace): TimelineRow[];
  href(row: TimelineRow): string;
  /** Its words, where a row holds but what they are made of. */
  says?(row: TimelineRow): Pick<TimelineEntry, 'title' | 'excerpt'>;
}

const articlePath = ({ key }: TimelineRow) => `/blog/${encodeURIComponent(key)}`;

/** What a timeline is made of: a row for each kind, in the order of those of one instant. */
const sources: readonly Source[] = [
  {
    kind: 'article',
    choice: 'articles',
    read: listArticlesBy,
    href: articlePath,
  },
  {
    kind: 'comment',
    choice: 'comments',
    read: listCommentsBy,
    href: (row) => `${articlePath(row)}#comment-${row.part}`,
  },
  {
    kind: 'score',
    choice: 'scores',
    read: listScoresBy,
    href: ({ key, part }) => `/gamecorner/game/${key}?replay=${part}`,
    says: ({ title, key, excerpt }) => ({
      title: `${title} points in ${titleOfMode(Number(key), excerpt)}`,
      excerpt: '',
    }),
  },
];

type Row = TimelineRow & { source: Source };

/**
 * What a member has done here, as far as whoever looks may see it, the newest first.
 * @param after `next` of the answer before
 * @throws DomainError NOT_FOUND
 */
export function readTimeline(
  { database }: Pick<AppContext, 'database'>,
  look: Look,
  publicId: string,
  after: string | undefined,
): Timeline {
  const user = findActiveUserByPublicId(database.query, publicId);
  if (!user) throw new DomainError('NOT_FOUND');
  const looker = lookerOf(look, user.id);
  const choice = privacy.parse(user.privacy);
  const rows: Row[] = sources
    .filter((source) => mayLook(looker, choice[source.choice]))
    .flatMap((source) =>
      source.read(database, placeFor(source, user.id, after)).map((row) => ({ ...row, source })),
    )
    .sort(newestFirst);
  const shown = rows.slice(0, TIMELINE_PAGE);
  const last = shown.at(-1);
  const more = rows.length > TIMELINE_PAGE && last;
  return {
    entries: shown.map(toEntry),
    next: more ? `${last.at}.${last.source.kind}.${last.id}` : null,
  };
}

const rank = (source: Source | undefined) => (source ? sources.indexOf(source) : -1);

const newestFirst = (one: Row, other: Row) =>
  other.at - one.at || rank(one.source) - rank(other.source) || other.id - one.id;

/** Where a source goes on: of the last instant, kinds before the last one have been shown whole. */
function placeFor(source: Source, userId: number, after: string | undefined): TimelinePlace {
  const limit = TIMELINE_PAGE + 1;
  const everything = Number.MAX_SAFE_INTEGER;
  if (after === undefined) return { userId, at: everything, id: everything, limit };
  const [at, kind, id] = after.split('.');
  const last = rank(sources.find((one) => one.kind === kind));
  const own = rank(source);
  const from = own < last ? 0 : own === last ? Number(id) : everything;
  return { userId, at: Number(at), id: from, limit };
}

function toEntry({ source, ...row }: Row): TimelineEntry {
  const { title, excerpt: words } = source.says?.(row) ?? row;
  const excerpt = words.length > EXCERPT_MAX ? `${words.slice(0, EXCERPT_MAX - 1)}…` : words;
  return {
    kind: source.kind,
    at: new Date(row.at).toISOString(),
    title,
    href: source.href(row),
    excerpt,
  };
}
