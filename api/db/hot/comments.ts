import type { ArticleState } from '#contracts/article.ts';
import type { CommentState } from '#contracts/comment.ts';
import { type CommentSort, DELETED_MEMBER_NAME, GUEST_NAME } from '#contracts/comment-limits.ts';
import { type Audience, privacy } from '#contracts/user.ts';
import type { Connection } from '../connection.ts';
import type { UserRecord } from '../repositories/users.ts';
import { findValue, hasRow, prepared, readValues } from '../statement-cache.ts';

/** Columns about the author of a comment. */
type Written = Pick<CommentRecord, 'guest' | 'name' | 'status' | 'member' | 'avatar'>;

/** Author of a comment as shown to readers; deleted accounts have no name. */
interface CommentAuthor {
  name: string;
  avatar: string | null;
  /** Public id; null for guests and deleted accounts. */
  member: string | null;
}

const { profile: undecided } = privacy.parse({});

export interface DiscussedArticle {
  id: number;
  publicId: string;
  slug: string;
  title: string;
  authorId: number;
  state: ArticleState;
}

/** Comment with its author. Times are milliseconds UTC. */
export interface CommentRecord {
  id: number;
  publicId: string;
  articleId: number;
  parentId: number | null;
  /** Public id of the top-level comment of its thread. */
  parent: string | null;
  /** Reply of the same thread that it replies to, if it does not reply to the top-level comment. */
  replyToId: number | null;
  /** Name of the author of that reply, while it is public. */
  replyTo: string | null;
  userId: number | null;
  guest: string | null;
  /** Public id of its member; null for guests and deleted accounts. */
  member: string | null;
  name: string | null;
  avatar: string | null;
  status: UserRecord['status'] | null;
  /** Audience of the member's profile; null if not set. */
  audience: Audience | null;
  state: CommentState;
  createdAt: number;
  editedAt: number | null;
  likes: number;
  replies: number;
  score: number;
  reason: string | null;
  text: string;
  html: string;
}

const articleColumns = 'id, public_id AS publicId, slug, title, author_id AS authorId, state';

/** Returns the article with this id or slug, in any state, without its text. */
export function findDiscussedArticle(database: Connection, key: string): DiscussedArticle | null {
  const by = (column: string) =>
    prepared<[string], DiscussedArticle>(
      database,
      `SELECT ${articleColumns} FROM articles WHERE ${column} = ?`,
    ).get(key);
  return by('public_id') ?? by('slug') ?? null;
}

export function findArticleOfComment(database: Connection, articleId: number): DiscussedArticle {
  const sql = `SELECT ${articleColumns} FROM articles WHERE id = ?`;
  const article = prepared<[number], DiscussedArticle>(database, sql).get(articleId);
  if (!article) throw new Error('a comment without an article');
  return article;
}

const columns = `c.id, c.public_id AS publicId, c.article_id AS articleId, c.parent_id AS parentId,
  (SELECT p.public_id FROM comments p WHERE p.id = c.parent_id) AS parent,
  c.reply_to_id AS replyToId,
  (SELECT coalesce(r.name, iif(a.guest IS NULL, '${DELETED_MEMBER_NAME}', '${GUEST_NAME}'))
    FROM comments a LEFT JOIN users r ON r.id = a.user_id
    WHERE a.id = c.reply_to_id AND a.state = 'published') AS replyTo,
  c.user_id AS userId, c.guest, u.public_id AS member, u.name, u.avatar, u.status,
  u.privacy ->> 'profile' AS audience, c.state,
  c.created_at AS createdAt, c.edited_at AS editedAt, c.likes, c.replies, c.score, c.reason,
  c.text, c.html`;
const tables = 'comments c LEFT JOIN users u ON u.id = c.user_id';

export function findComment(database: Connection, publicId: string): CommentRecord | null {
  const sql = `SELECT ${columns} FROM ${tables} WHERE c.public_id = ?`;
  return prepared<[string], CommentRecord>(database, sql).get(publicId) ?? null;
}

export function findCommentById(database: Connection, id: number): CommentRecord | null {
  const sql = `SELECT ${columns} FROM ${tables} WHERE c.id = ?`;
  return prepared<[number], CommentRecord>(database, sql).get(id) ?? null;
}

/** Last comment of the previous page. */
export interface CommentPlace {
  score: number;
  createdAt: number;
  id: number;
}

const orders = {
  relevant: { key: 'c.score, c.created_at, c.id', place: '@score, @createdAt, @id' },
  recent: { key: 'c.created_at, c.id', place: '@createdAt, @id' },
} as const satisfies Record<CommentSort, object>;

/** Returns the top-level comments of a page, sorted. */
export function listComments(
  database: Connection,
  articleId: number,
  page: { sort: CommentSort; after: CommentPlace | null; limit: number },
): CommentRecord[] {
  const { key, place } = orders[page.sort];
  const descending = key.replaceAll(',', ' DESC,');
  const sql = `SELECT ${columns} FROM ${tables}
    WHERE c.article_id = @articleId AND c.parent_id IS NULL AND c.shown = 1
      ${page.after ? `AND (${key}) < (${place})` : ''}
    ORDER BY ${descending} DESC LIMIT @limit`;
  return prepared<[object], CommentRecord>(database, sql).all({
    articleId,
    limit: page.limit,
    ...page.after,
  });
}

/** Returns the public replies to a comment, oldest first. */
export function listReplies(
  database: Connection,
  parentId: number,
  page: { after: Pick<CommentPlace, 'createdAt' | 'id'> | null; limit: number },
): CommentRecord[] {
  const sql = `SELECT ${columns} FROM ${tables}
    WHERE c.parent_id = @parentId AND c.state = 'published'
      ${page.after ? 'AND (c.created_at, c.id) > (@createdAt, @id)' : ''}
    ORDER BY c.created_at, c.id LIMIT @limit`;
  return prepared<[object], CommentRecord>(database, sql).all({
    parentId,
    limit: page.limit,
    ...page.after,
  });
}

/** Author who also sees unpublished comments: a member or a guest. */
export interface CommentWriter {
  userId: number | null;
  guest: string | null;
}

/** Returns the comments of an author that others do not see, newest first. */
export function listUnpublishedOf(
  database: Connection,
  articleId: number,
  { userId, guest }: CommentWriter,
  limit: number,
): CommentRecord[] {
  if (userId === null && guest === null) return [];
  const own = userId === null ? 'c.guest = @who' : 'c.user_id = @who';
  // Authors see their spam as held, so that they do not learn about the filter.
  const of = (state: CommentState) => `SELECT * FROM (SELECT ${columns} FROM ${tables}
    WHERE ${own} AND c.state = '${state}' AND c.article_id = @articleId
    ORDER BY c.created_at DESC, c.id DESC LIMIT @limit)`;
  const sql = `${of('held')} UNION ALL ${of('spam')} UNION ALL ${of('rejected')}
    ORDER BY createdAt DESC, id DESC LIMIT @limit`;
  const who = userId ?? guest;
  return prepared<[object], CommentRecord>(database, sql).all({ who, articleId, limit });
}

/** Finds the comment that an author stored under a client key. */
export function findCommentByKey(
  database: Connection,
  { userId, guest }: CommentWriter,
  { articleId, key }: { articleId: number; key: string },
): CommentRecord | null {
  const own = userId === null ? 'c.guest = @who' : 'c.user_id = @who';
  const sql = `SELECT ${columns} FROM ${tables}
    WHERE ${own} AND c.article_id = @articleId AND c.client_key = @key`;
  const who = userId ?? guest;
  return prepared<[object], CommentRecord>(database, sql).get({ who, articleId, key }) ?? null;
}

/** Returns public ids of the newest public comments of each article, by its row id. */
export function listCommentIds(
  database: Connection,
  articleIds: number[],
  limit: number,
): Map<number, string[]> {
  const sql = `SELECT value AS articleId, (
      SELECT json_group_array(id) FROM (SELECT public_id AS id FROM comments
        WHERE article_id = value AND state = 'published'
        ORDER BY created_at DESC, id DESC LIMIT @limit)
    ) AS ids FROM json_each(@articles)`;
  const rows = prepared<[object], { articleId: number; ids: string }>(database, sql).all({
    articles: JSON.stringify(articleIds),
    limit,
  });
  return new Map(rows.map(({ articleId, ids }) => [articleId, JSON.parse(ids)]));
}

/** Counts the public comments of an article, including replies. */
export function countComments(database: Connection, articleId: number): number {
  const sql = 'SELECT published FROM comment_counts WHERE article_id = ?';
  return findValue<number>(database, sql, articleId) ?? 0;
}

/** Counts the comments of a member in one state, up to `most`. */
export function countCommentsOf(
  database: Connection,
  userId: number,
  state: CommentState,
  most: number,
): number {
  const sql = `SELECT count(*) AS found FROM (
    SELECT 1 FROM comments WHERE user_id = ? AND state = ? LIMIT ?)`;
  return findValue<number>(database, sql, userId, state, most) ?? 0;
}

/** Returns the ids of the given comments that a member has liked. */
export function findLikedOf(database: Connection, userId: number, ids: number[]): Set<number> {
  if (ids.length === 0) return new Set();
  const sql = `SELECT comment_id AS id FROM comment_likes
    WHERE user_id = ? AND comment_id IN (SELECT value FROM json_each(?))`;
  return new Set(readValues<number>(database, sql, userId, JSON.stringify(ids)));
}

/** Returns the number of likes of a comment and the names of the latest members. */
export function findLikers(
  database: Connection,
  publicId: string,
  limit: number,
): { count: number; names: string[] } {
  const sql = `SELECT u.name, c.likes FROM comments c
    JOIN comment_likes l ON l.comment_id = c.id JOIN users u ON u.id = l.user_id
    WHERE c.public_id = ? ORDER BY l.created_at DESC, l.user_id DESC LIMIT ?`;
  const rows = prepared<[string, number], { name: string; likes: number }>(database, sql).all(
    publicId,
    limit,
  );
  return { count: rows[0]?.likes ?? 0, names: rows.map(({ name }) => name) };
}

/** Number of recent comments that are compared for repetition. */
const REPEATED_AMONG = 10;

/** True if the author has recently written the same text. */
export function isRepeated(
  database: Connection,
  { userId, guest }: CommentWriter,
  text: string,
): boolean {
  if (userId === null && guest === null) return false;
  const own = userId === null ? 'guest = @who' : 'user_id = @who';
  const among = (['published', 'held', 'spam', 'rejected'] as const).map(
    (state) => `SELECT * FROM (SELECT text FROM comments WHERE ${own} AND state = '${state}'
      ORDER BY created_at DESC, id DESC LIMIT ${REPEATED_AMONG})`,
  );
  const sql = `SELECT 1 FROM (${among.join(' UNION ALL ')}) WHERE text = @text LIMIT 1`;
  return hasRow(database, sql, { who: userId ?? guest, text });
}

/** Returns the articles whose pages show comments of a member. */
export function listArticlesRespondedTo(database: Connection, userId: number): number[] {
  const sql = `SELECT DISTINCT article_id AS id FROM comments
    WHERE user_id = ? AND state = 'published'`;
  return readValues<number>(database, sql, userId);
}

export function authorOf({ guest, name, status, member, avatar }: Written): CommentAuthor {
  if (name !== null && status !== 'deleted') return { name, avatar, member };
  return { name: guest === null ? DELETED_MEMBER_NAME : GUEST_NAME, avatar: null, member: null };
}

/** True if the author's profile is visible to guests, or to members. */
export function profileFor(
  { status, audience }: Pick<CommentRecord, 'status' | 'audience'>,
  viewer: 'guest' | 'member',
): boolean {
  if (status !== 'active') return false;
  const shownTo = audience ?? undecided;
  return shownTo === 'public' || (shownTo === 'members' && viewer === 'member');
}
