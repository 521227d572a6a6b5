import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { findArticleById } from '../../db/repositories/articles.ts';
import { insertComment, insertCommentLike } from '../../db/repositories/comment-writes.ts';
import { findDiscussedArticle } from '../../db/repositories/comments.ts';
import { insertUser, updateProfile } from '../../db/repositories/users.ts';
import { NO_PASSWORD } from '../accounts/passwords.ts';
import { createPublicId } from '../articles/public-id.ts';
import { OWNER, type SampleComment, type SampleTalk } from './sample-talk.ts';

const HOUR_MS = 3_600_000;
/** Nobody receives mail there: RFC 2606. */
const SAMPLE_DOMAIN = 'sample.invalid';

type Context = Pick<AppContext, 'database' | 'clock'>;

/**
 * Stores a sample conversation with its members, who have no password and no mailbox. What is about
 * an article that is not there is left out. Belongs in a transaction, before the pages are rendered.
 */
export function storeSampleTalk(
  transaction: Queryable,
  context: Context,
  { members, threads }: SampleTalk,
): void {
  const now = context.clock();
  const told = threads.filter(({ article }) => placeOf(context, article) !== null);
  if (told.length === 0) return;
  const ids = new Map<string, number>();
  for (const [key, { name, ...profile }] of members) {
    const joined = now - HOUR_MS * (24 + firstHoursAgo(told, key));
    const { id } = insertUser(transaction, {
      ...{ publicId: createPublicId(), email: `${key}@${SAMPLE_DOMAIN}`, name },
      ...{ passwordHash: NO_PASSWORD, role: 0, createdAt: joined },
    });
    updateProfile(transaction, id, { ...profile, privacy: { profile: 'public' } }, joined);
    ids.set(key, id);
  }
  for (const { article, replies, ...first } of told) {
    const place = placeOf(context, article);
    if (!place) continue;
    const people = new Map([...ids, [OWNER, place.authorId]]);
    const at = Math.min(now, Math.max(now - first.hoursAgo * HOUR_MS, place.from));
    const parentId = say(transaction, first, { people, articleId: place.id, at, parentId: null });
    for (const reply of replies) {
      const replied = Math.max(at, now - reply.hoursAgo * HOUR_MS);
      say(transaction, reply, { people, articleId: place.id, at: replied, parentId });
    }
  }
}

/** How long ago somebody first said something; nobody joins to be silent. */
function firstHoursAgo(threads: SampleTalk['threads'], key: string): number {
  const all = threads.flatMap((thread) => [thread, ...thread.replies]);
  return Math.max(0, ...all.filter(({ by }) => by === key).map(({ hoursAgo }) => hoursAgo));
}

/** Nobody has responded before there was something to read. */
function placeOf({ database }: Context, slug: string) {
  const article = findDiscussedArticle(database, slug);
  const publishedAt = article && findArticleById(database, article.id)?.publishedAt;
  if (!article || !publishedAt || article.state !== 'live') return null;
  return { id: article.id, authorId: article.authorId, from: publishedAt + HOUR_MS };
}

interface Circumstances {
  people: Map<string, number>;
  articleId: number;
  /** Milliseconds UTC. */
  at: number;
  parentId: number | null;
}

function say(
  transaction: Queryable,
  { by, likes, rendered }: SampleComment,
  { people, articleId, at, parentId }: Circumstances,
): number {
  const id = insertComment(transaction, {
    ...{ publicId: createPublicId(), articleId, parentId, state: 'published', signals: [] },
    userId: by === null ? null : (people.get(by) ?? null),
    guest: by === null ? createPublicId() : null,
    ...{ text: rendered.text, html: rendered.html, createdAt: at },
  });
  for (const name of likes) {
    const userId = people.get(name);
    if (userId) insertCommentLike(transaction, { commentId: id, userId, createdAt: at });
  }
  return id;
}
