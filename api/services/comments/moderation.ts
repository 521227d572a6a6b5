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
import { settleReports, updateComment } from '../../db/repositories/comment-writes.ts';
import { countCommentsOf, findArticleOfComment } from '../../db/repositories/comments.ts';
import { notify } from '../notifications/notify.ts';
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
    reason: row.reason,
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

/**
 * Decides about several comments, all of them or none. Whatever is gone by now is passed over.
 * @returns what was decided
 */
export async function decide(
  context: CommentContext,
  { ids, decision, reason }: ModerationRequest,
): Promise<Decided[]> {
  const { database } = context;
  const decided = await database.write((transaction) => {
    const done: DecidedComment[] = [];
    for (const id of new Set(ids)) {
      // Read one by one: what was decided about a comment changes what its parent is.
      const comment = findDecided(database, id);
      if (!comment || comment.state === 'deleted') continue;
      carryOut(context, transaction, comment, decision, reason);
      done.push(comment);
    }
    noteForAudit({ decision, count: String(done.length) });
    return done;
  });
  context.publisher.wake();
  return decided.map(({ publicId, state }) => ({ _id: publicId, before: state }));
}

const stateOf = { approve: 'published', hold: 'held', reject: 'rejected', spam: 'spam' } as const;

function carryOut(
  context: CommentContext,
  transaction: Queryable,
  comment: DecidedComment,
  decision: ModerationDecision,
  reason: string,
): void {
  settleReports(transaction, comment.id);
  const stateAfter = decision === 'delete' ? 'deleted' : stateOf[decision];
  if (decision === 'delete') {
    eraseComment(transaction, comment);
  } else {
    updateComment(transaction, comment.id, {
      state: stateOf[decision],
      decidedAt: decision === 'hold' ? null : context.clock(),
      reason: decision === 'reject' && reason !== '' ? reason : null,
    });
  }
  tellOfChange(transaction, context, comment, comment.id);
  if (comment.state !== stateAfter) tellAuthor(transaction, context, comment, decision, reason);
}

/** Who wrote it hears what was decided; of spam nobody does, and who deletes has reasons. */
function tellAuthor(
  transaction: Queryable,
  context: CommentContext,
  { userId, publicId, articleId }: DecidedComment,
  decision: ModerationDecision,
  reason: string,
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
    about: `comment:${publicId}:${decision}`,
  });
}
