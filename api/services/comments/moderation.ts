import type {
  ModeratedComment,
  ModerationDecision,
  ModerationList,
  ModerationQuery,
  ModerationRequest,
  ModerationResponse,
} from '#contracts/comment.ts';
import { moderationLists } from '#contracts/comment.ts';
import { GUEST_NAME } from '#contracts/comment-limits.ts';
import { noteForAudit } from '../../db/audit-trail.ts';
import type { Queryable } from '../../db/client.ts';
import { authorOf } from '../../db/repositories/comment-author.ts';
import {
  countQueue,
  type DecidedComment,
  findDecided,
  listQueue,
  listReports,
  type QueuedComment,
  type ReportRecord,
} from '../../db/repositories/comment-moderation.ts';
import {
  reopenReports,
  settleReports,
  updateComment,
} from '../../db/repositories/comment-writes.ts';
import { countCommentsOf, findArticleOfComment } from '../../db/repositories/comments.ts';
import { notify } from '../notifications/notify.ts';
import { exactly, withdrawNotifications } from '../notifications/withdraw.ts';
import { pathOfComment, tellOfChange } from './announce.ts';
import type { CommentContext } from './context.ts';
import { eraseComment } from './writing.ts';

/** Public comments of an author that are counted for a moderator. */
const PUBLISHED_COUNTED = 100;

const iso = (time: number) => new Date(time).toISOString();

/** One page of the moderators' queue. */
export function readQueue(
  { database }: Pick<CommentContext, 'database'>,
  { list, search, page, limit }: ModerationQuery,
): ModerationResponse {
  const rows = listQueue(database, { list, search, limit, offset: (page - 1) * limit });
  const reports = Map.groupBy(
    listReports(
      database,
      rows.map(({ id }) => id),
    ),
    ({ commentId }) => commentId,
  );
  const result = countQueue(database, list, search);
  return {
    comments: rows.map((row) => toModerated({ database }, row, reports.get(row.id) ?? [])),
    result,
    counts: readCounts({ database }),
    page,
    pages: Math.ceil(result / limit),
  };
}

/** How many comments each list of the queue holds. */
export function readCounts({
  database,
}: Pick<CommentContext, 'database'>): Record<ModerationList, number> {
  const counts = moderationLists.map((list) => [list, countQueue(database, list)] as const);
  return Object.fromEntries(counts) as Record<ModerationList, number>;
}

function toModerated(
  { database }: Pick<CommentContext, 'database'>,
  row: QueuedComment,
  reports: ReportRecord[],
): ModeratedComment {
  const author = authorOf(row);
  return {
    _id: row.publicId,
    comment: row.text,
    html: row.html,
    state: row.state,
    createdAt: iso(row.createdAt),
    edited: row.editedAt === null ? null : iso(row.editedAt),
    likes: row.likes,
    parent: row.parent === null ? null : answered(row, row.parent),
    article: { _id: row.blog, slug: row.slug, title: row.title },
    author: {
      _id: author.member,
      name: author.name,
      avatar: author.avatar,
      email: author.member === null ? null : row.email,
      published:
        row.userId === null
          ? 0
          : countCommentsOf(database, row.userId, 'published', PUBLISHED_COUNTED),
    },
    signals: row.signals,
    reason: row.state === 'rejected' ? row.reason : null,
    decidedAt: row.decidedAt === null ? null : iso(row.decidedAt),
    reports: reports.map(({ reason, note, name, createdAt }) => ({
      reason,
      note,
      name: name ?? GUEST_NAME,
      createdAt: iso(createdAt),
    })),
  };
}

function answered(row: QueuedComment, id: string): ModeratedComment['parent'] {
  const name = row.parentName ?? (row.parentGuest === null ? '' : GUEST_NAME);
  return { _id: id, name, comment: row.parentText ?? '' };
}

type Decided = { _id: string; before: DecidedComment['state'] };

/** A decision on its way, and the time at which the one was made that it takes back. */
interface Ruling extends Pick<ModerationRequest, 'decision' | 'reason'> {
  at: number;
  undo: number | null;
}

/**
 * Decides about several comments, all of them or none. Whatever is gone by now is passed over.
 * @returns what was decided, and when
 */
export async function decide(
  context: CommentContext,
  { ids, decision, reason, undo }: ModerationRequest,
): Promise<{ changed: Decided[]; at: string }> {
  const { database, clock } = context;
  const at = clock();
  const ruling = { decision, reason, at, undo: undo === undefined ? null : Date.parse(undo) };
  const decided = await database.write((transaction) => {
    const done: DecidedComment[] = [];
    for (const id of new Set(ids)) {
      // Read one by one: what was decided about a comment changes what its parent is.
      const comment = findDecided(database, id);
      if (!comment || comment.state === 'deleted') continue;
      carryOut(context, transaction, comment, ruling);
      done.push(comment);
    }
    const which = done.map((comment) => nameForAudit(comment, decision)).join(', ');
    noteForAudit({ decision, count: String(done.length), responses: which });
    return done;
  });
  context.publisher.wake();
  const changed = decided.map(({ publicId, state }) => ({ _id: publicId, before: state }));
  return { changed, at: iso(at) };
}

/** Of one that is deleted nothing else says whose it was, and where. */
function nameForAudit(
  { publicId, article, member }: DecidedComment,
  decision: ModerationDecision,
): string {
  if (decision !== 'delete') return publicId;
  return `${publicId} (article ${article}, ${member === null ? 'no member' : `member ${member}`})`;
}

const stateOf = { approve: 'published', hold: 'held', reject: 'rejected', spam: 'spam' } as const;

function carryOut(
  context: CommentContext,
  transaction: Queryable,
  comment: DecidedComment,
  ruling: Ruling,
): void {
  const { decision, reason, at, undo } = ruling;
  if (undo === null) settleReports(transaction, comment.id, at);
  else reopenReports(transaction, comment.id, undo);
  const stateAfter = decision === 'delete' ? 'deleted' : stateOf[decision];
  if (decision === 'delete') {
    eraseComment(transaction, comment);
  } else {
    updateComment(transaction, comment.id, {
      state: stateOf[decision],
      decidedAt: decision === 'hold' ? null : at,
      // Kept through other decisions, so that undoing one finds it again.
      ...(decision === 'reject' && undo === null && { reason: reason === '' ? null : reason }),
    });
  }
  tellOfChange(transaction, context, comment, comment.id);
  if (comment.state === stateAfter) return;
  if (undo !== null) withdrawDecision(transaction, context, comment, undo);
  else tellAuthor(transaction, context, comment, ruling);
}

/** Each rejection has a reason of its own, so it is told anew; that it is public is told once. */
const aboutApproval = (publicId: string) => `comment:${publicId}:approve`;
const aboutRejection = (publicId: string, at: number) => `comment:${publicId}:reject:${at}`;

/** What its author was told is not so any more, and was decided a moment ago. */
function withdrawDecision(
  transaction: Queryable,
  context: CommentContext,
  { publicId, state }: DecidedComment,
  at: number,
): void {
  const about = state === 'published' ? aboutApproval(publicId) : aboutRejection(publicId, at);
  withdrawNotifications(transaction, context, exactly(about), 'The decision was taken back.');
}

/** Who wrote it hears what was decided; of spam nobody does, and who deletes has reasons. */
function tellAuthor(
  transaction: Queryable,
  context: CommentContext,
  { userId, publicId, articleId }: DecidedComment,
  { decision, reason, at }: Ruling,
): void {
  if (userId === null || (decision !== 'approve' && decision !== 'reject')) return;
  const article = findArticleOfComment(context.database, articleId);
  const outcome = decision === 'approve' ? 'is published' : 'was not published';
  notify(transaction, context, {
    userId,
    kind: 'moderation',
    title: `Your response to “${article.title}” ${outcome}.`,
    excerpt: decision === 'reject' ? reason : '',
    path: decision === 'approve' ? pathOfComment(article, publicId) : `/blog/${article.slug}`,
    about: decision === 'approve' ? aboutApproval(publicId) : aboutRejection(publicId, at),
  });
}
