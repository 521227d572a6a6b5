import type { CommentState, ModerationList } from '#contracts/comment.ts';
import type { ReportReason } from '#contracts/comment-limits.ts';
import type { Connection } from '../connection.ts';
import { foldCase } from '../connection.ts';
import type { CommentRecord } from '../hot/comments.ts';
import { cachedRead } from '../query-cache.ts';
import { prepared } from '../statement-cache.ts';

/** A comment as the queue shows it. */
export interface QueuedComment
  extends Pick<
    CommentRecord,
    | 'id'
    | 'publicId'
    | 'parent'
    | 'userId'
    | 'guest'
    | 'member'
    | 'name'
    | 'avatar'
    | 'status'
    | 'state'
    | 'createdAt'
    | 'editedAt'
    | 'likes'
    | 'reason'
    | 'text'
    | 'html'
  > {
  email: string | null;
  decidedAt: number | null;
  signals: string[];
  blog: string;
  slug: string;
  title: string;
  parentText: string | null;
  parentName: string | null;
  parentGuest: string | null;
}

/** Characters of what was answered. */
const BEGINNING = 160;

const columns = `c.id, c.public_id AS publicId, p.public_id AS parent, c.user_id AS userId, c.guest,
  u.public_id AS member, u.name, u.avatar, u.status, u.email, c.state, c.created_at AS createdAt,
  c.edited_at AS editedAt, c.decided_at AS decidedAt, c.likes, c.reason, c.signals, c.text, c.html,
  a.public_id AS blog, a.slug, a.title, substr(p.text, 1, ${BEGINNING}) AS parentText,
  (SELECT w.name FROM users w WHERE w.id = p.user_id) AS parentName, p.guest AS parentGuest`;

/** Which rows a list holds, and in which order somebody works through them. */
const lists = {
  held: { where: "c.state = 'held'", order: 'c.created_at, c.id' },
  reported: { where: "c.reports > 0 AND c.state = 'published'", order: 'c.created_at, c.id' },
  published: { where: "c.state = 'published'", order: 'c.created_at DESC, c.id DESC' },
  rejected: { where: "c.state = 'rejected'", order: 'c.created_at DESC, c.id DESC' },
  spam: { where: "c.state = 'spam'", order: 'c.created_at DESC, c.id DESC' },
} as const satisfies Record<ModerationList, object>;

/** Characters from which the trigram index can answer a substring search. */
const TRIGRAM_MIN = 3;

function searching(search: string | undefined): { sql: string; values: { text?: string } } {
  if (!search) return { sql: '', values: {} };
  if ([...search].length >= TRIGRAM_MIN && !search.includes('\0')) {
    return {
      sql: 'AND c.id IN (SELECT rowid FROM comment_texts WHERE comment_texts MATCH @text)',
      values: { text: `"${search.replaceAll('"', '""')}"` },
    };
  }
  return { sql: 'AND instr(fold_case(c.text), @text) > 0', values: { text: foldCase(search) } };
}

/** One page of a list of the queue. */
export function listQueue(
  database: Connection,
  {
    list,
    search,
    ...page
  }: { list: ModerationList; search?: string | undefined; limit: number; offset: number },
): QueuedComment[] {
  const { where, order } = lists[list];
  const found = searching(search);
  const sql = `SELECT ${columns} FROM comments c JOIN articles a ON a.id = c.article_id
      LEFT JOIN users u ON u.id = c.user_id LEFT JOIN comments p ON p.id = c.parent_id
    WHERE ${where} ${found.sql} ORDER BY ${order} LIMIT @limit OFFSET @offset`;
  type Row = Omit<QueuedComment, 'signals'> & { signals: string };
  return prepared<[object], Row>(database, sql)
    .all({ ...page, ...found.values })
    .map((row) => ({ ...row, signals: JSON.parse(row.signals) }));
}

/** How many comments a list of the queue holds. */
export function countQueue(database: Connection, list: ModerationList, search?: string): number {
  const found = searching(search);
  const sql = `SELECT count(*) AS found FROM comments c WHERE ${lists[list].where} ${found.sql}`;
  return cachedRead(database, sql + found.values.text, () => {
    const statement = prepared<[object], { found: number }>(database, sql);
    return statement.get(found.values)?.found ?? 0;
  });
}

/** What somebody said is wrong with a comment. */
export interface ReportRecord {
  commentId: number;
  reason: ReportReason;
  note: string;
  name: string | null;
  createdAt: number;
}

/** Open reports of several comments, oldest first. */
export function listReports(database: Connection, ids: number[]): ReportRecord[] {
  if (ids.length === 0) return [];
  const sql = `SELECT r.comment_id AS commentId, r.reason, r.note, u.name, r.created_at AS createdAt
    FROM comment_reports r LEFT JOIN users u ON u.id = r.user_id
    WHERE r.comment_id IN (SELECT value FROM json_each(?)) AND r.settled_at IS NULL ORDER BY r.id`;
  return prepared<[string], ReportRecord>(database, sql).all(JSON.stringify(ids));
}

/** What a decision needs to know of the comments it is about. */
export interface DecidedComment {
  id: number;
  publicId: string;
  articleId: number;
  userId: number | null;
  parentId: number | null;
  /** Public id of what it answers. */
  parent: string | null;
  state: CommentState;
  replies: number;
  /** Public ids of the article and of the member who wrote it. */
  article: string;
  member: string | null;
}

export function findDecided(database: Connection, publicId: string): DecidedComment | null {
  const sql = `SELECT id, public_id AS publicId, article_id AS articleId, user_id AS userId,
      parent_id AS parentId,
      (SELECT p.public_id FROM comments p WHERE p.id = c.parent_id) AS parent, state, replies,
      (SELECT a.public_id FROM articles a WHERE a.id = c.article_id) AS article,
      (SELECT u.public_id FROM users u WHERE u.id = c.user_id) AS member
    FROM comments c WHERE public_id = ?`;
  return prepared<[string], DecidedComment>(database, sql).get(publicId) ?? null;
}

/** Rows of comments that nobody wants: those of a state from before a time, the oldest first. */
export function listRefused(
  database: Connection,
  page: { state: 'rejected' | 'spam'; before: number; limit: number },
): Pick<DecidedComment, 'id' | 'parentId'>[] {
  const sql = `SELECT id, parent_id AS parentId FROM comments
    WHERE state = @state AND created_at < @before AND coalesce(decided_at, created_at) < @before
    ORDER BY created_at, id LIMIT @limit`;
  return prepared<[object], Pick<DecidedComment, 'id' | 'parentId'>>(database, sql).all(page);
}

/** The same of spam behind the newest so many. */
export function listSpamBehind(
  database: Connection,
  page: { newest: number; limit: number },
): Pick<DecidedComment, 'id' | 'parentId'>[] {
  const sql = `SELECT id, parent_id AS parentId FROM comments WHERE state = 'spam'
    ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @newest`;
  return prepared<[object], Pick<DecidedComment, 'id' | 'parentId'>>(database, sql).all(page);
}

/** How many comments of guests wait for a look, counted up to `most`. */
export function countHeldOfGuests(database: Connection, most: number): number {
  const sql = `SELECT count(*) AS found FROM (SELECT 1
    FROM comments INDEXED BY comments_held_of_guests
    WHERE state = 'held' AND guest IS NOT NULL LIMIT ?)`;
  return prepared<[number], { found: number }>(database, sql).get(most)?.found ?? 0;
}
