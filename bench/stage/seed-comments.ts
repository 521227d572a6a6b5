import path from 'node:path';
import { systemClock } from '../../api/context.ts';
import { type Database, openDatabase } from '../../api/db/client.ts';
import { insertComment, insertCommentLike } from '../../api/db/repositories/comments.ts';
import { insertUser } from '../../api/db/repositories/users.ts';
import { createPublicId } from '../../api/services/identifiers.ts';
import { hashPassword } from '../../api/services/passwords/passwords.ts';

/** Number of members. Each may post nine comments in half a minute, which is enough for all benches. */
const MEMBERS = 500;
const PASSWORD = 'a sound passphrase';
const PER_TRANSACTION = 1000;
/** Every nth block of comments are replies. */
const REPLY_EVERY = 4;
/** Every nth comment is held. This does not divide MEMBERS, so that no member has only held comments. */
const HELD_EVERY = 49;
/** Every nth comment has likes, fewer than LIKES_MAX. */
const LIKED_EVERY = 10;
const LIKES_MAX = 12;
const MINUTE_MS = 60_000;

const text =
  'I read this twice, and the part about files stayed with me: see `rename` and https://example.org/notes.';
const html =
  '<p>I read this twice, and the part about files stayed with me: see <code>rename</code> and <a href="https://example.org/notes" rel="ugc nofollow noopener">https://example.org/notes</a>.</p>';

/** Articles by their number of comments. */
export interface SeededComments {
  /** `_id` of the article with half of all comments. */
  crowded: string;
  /** `_id` of an article with an equal share of the other half. */
  quiet: string;
  /** Members whose comments are published without moderation. */
  writers: { email: string; password: string }[];
}

/**
 * Inserts comments into a database with articles without the API: half of them for one article, the others
 * for all other articles in turn.
 */
export async function seedComments(dataFolder: string, count: number): Promise<SeededComments> {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  try {
    // The database is not used before it is complete, so one sync at the end is enough.
    database.raw.pragma('synchronous = OFF');
    const { members, writers } = await insertMembers(database);
    const articles = database.raw
      .prepare<[], { id: number; publicId: string }>(
        "SELECT id, public_id AS publicId FROM articles WHERE state = 'live' ORDER BY published_at DESC",
      )
      .all();
    const [crowded, quiet] = articles;
    if (!crowded || !quiet) throw new Error('no articles to respond to');
    /** The latest comment of each article that can have replies. */
    const topComments = new Map<number, number>();
    for (let start = 1; start <= count; start += PER_TRANSACTION) {
      await database.write(() => {
        for (let number = start; number < start + PER_TRANSACTION && number <= count; number += 1) {
          const other = articles[1 + (Math.floor(number / 2) % (articles.length - 1))];
          const article = number % 2 === 0 ? crowded : (other ?? quiet);
          insertSample(database, topComments, { number, count, article: article.id, members });
        }
      });
    }
    return { crowded: crowded.publicId, quiet: quiet.publicId, writers };
  } finally {
    database.close();
  }
}

async function insertMembers(database: Database) {
  const passwordHash = await hashPassword(PASSWORD);
  const writers = Array.from({ length: MEMBERS }, () => ({
    email: `${createPublicId()}@example.org`,
    password: PASSWORD,
  }));
  const members = writers.map(
    ({ email }, number) =>
      insertUser(database.query, {
        publicId: createPublicId(),
        email,
        name: `Member ${number}`,
        passwordHash,
        role: 0,
        createdAt: systemClock(),
      }).id,
  );
  return { members, writers };
}

function insertSample(
  database: Database,
  topComments: Map<number, number>,
  {
    number,
    count,
    article,
    members,
  }: { number: number; count: number; article: number; members: number[] },
): void {
  const createdAt = systemClock() - (count - number) * MINUTE_MS;
  // Blocks of consecutive numbers are replies, so that all articles have some.
  const parentId =
    Math.floor(number / 8) % REPLY_EVERY === 0 ? (topComments.get(article) ?? null) : null;
  const id = insertComment(database.query, {
    publicId: createPublicId(),
    articleId: article,
    userId: members[number % MEMBERS] ?? null,
    guest: null,
    parentId,
    state: number % HELD_EVERY === 0 ? 'held' : 'published',
    createdAt,
    text: `${text} ${number}`,
    html,
  });
  if (parentId === null && number % HELD_EVERY !== 0) topComments.set(article, id);
  const likes = number % LIKED_EVERY === 0 ? (number / LIKED_EVERY) % LIKES_MAX : 0;
  for (let like = 0; like < likes; like += 1) {
    const userId = members[(number + like * 13) % MEMBERS] ?? 0;
    insertCommentLike(database.query, { commentId: id, userId, createdAt });
  }
}
