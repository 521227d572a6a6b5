import {
  type ModeratedComment,
  type ModerationDecision,
  type ModerationList,
  type ModerationQuery,
  type ModerationRequest,
  type ModerationResponse,
  moderationLists,
} from '#contracts/comment.ts';
import { GUEST_NAME } from '#contracts/comment-limits.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { paginate } from '#contracts/fields.ts';
import { iso } from '../../context.ts';
import { addAuditDetails, type Queryable } from '../../db/database.ts';
import { authorOf, countCommentsOf, findArticleOfComment } from '../../db/hot/comments.ts';
import {
  countQueue,
  type DecidedComment,
  findDecided,
  listQueue,
  listRejected,
  listReports,
  listSpamBehind,
  type QueuedComment,
  type ReportRecord,
  reopenReports,
  resolveReports,
  updateComment,
} from '../../db/repositories/comments.ts';
import { exactSubject, notify, withdrawNotifications } from '../notifications/notify.ts';
import type { CommentContext } from './context.ts';
import { eraseComment } from './mutations.ts';
import { commentPath, onCommentChanged } from './on-comment-changed.ts';

/** Retention of spam and rejected comments after the decision, in milliseconds. */
const REJECTED_RETENTION_MS = 90 * DAY_MS;

/** Maximum number of stored spam comments, because bots can write faster than old ones expire. */
const SPAM_MAX = 5000;

/** Comments per transaction, so that other writes do not wait for long. */
const BATCH = 200;

/** Published comments of an author are counted up to this number. */
const PUBLISHED_COUNT_MAX = 100;

export function getModerationQueue(
  { database }: Pick<CommentContext, 'database'>,
  { list, search, ...range }: ModerationQuery,
): ModerationResponse {
  const { rows, pageInfo } = paginate(range, countQueue(database, list, search));
  const queue = listQueue(database, { list, search, ...rows });
  const reports = Map.groupBy(
    listReports(
      database,
      queue.map(({ id }) => id),
    ),
    ({ commentId }) => commentId,
  );
  return {
    comments: queue.map((row) => toModeratedComment({ database }, row, reports.get(row.id) ?? [])),
    ...pageInfo,
    counts: getQueueCounts({ database }),
  };
}

export function getQueueCounts({
  database,
}: Pick<CommentContext, 'database'>): Record<ModerationList, number> {
  const counts = moderationLists.map((list) => [list, countQueue(database, list)] as const);
  return Object.fromEntries(counts) as Record<ModerationList, number>;
}

function toModeratedComment(
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
    edited: iso(row.editedAt),
    likes: row.likes,
    parent: row.parent === null ? null : toParentSummary(row, row.parent),
    article: { _id: row.blog, slug: row.slug, title: row.title },
    author: {
      _id: author.member,
      name: author.name,
      avatar: author.avatar,
      email: author.member === null ? null : row.email,
      published:
        row.userId === null
          ? 0
          : countCommentsOf(database, row.userId, 'published', PUBLISHED_COUNT_MAX),
    },
    spamFactors: row.spamFactors,
    reason: row.state === 'rejected' ? row.reason : null,
    decidedAt: iso(row.decidedAt),
    reports: reports.map(({ reason, note, name, createdAt }) => ({
      reason,
      note,
      name: name ?? GUEST_NAME,
      createdAt: iso(createdAt),
    })),
  };
}

function toParentSummary(row: QueuedComment, id: string): ModeratedComment['parent'] {
  const name = row.parentName ?? (row.parentGuest === null ? '' : GUEST_NAME);
  return { _id: id, name, comment: row.parentText ?? '' };
}

type ChangedComment = { _id: string; before: DecidedComment['state'] };

/** Decision to apply; `undo` is the time of the decision that it reverts. */
interface PendingDecision extends Pick<ModerationRequest, 'decision' | 'reason'> {
  at: number;
  undo: number | null;
}

/**
 * Applies a decision to several comments in one transaction; skips deleted ones.
 * @returns the changed comments and the time of the decision
 */
export async function decideComments(
  context: CommentContext,
  { ids, decision, reason, undo }: ModerationRequest,
): Promise<{ changed: ChangedComment[]; at: string }> {
  const { database, clock } = context;
  const at = clock();
  const pending = { decision, reason, at, undo: undo === undefined ? null : Date.parse(undo) };
  const decided = await database.write((transaction) => {
    const decidedComments: DecidedComment[] = [];
    for (const id of new Set(ids)) {
      // Read one by one: a decision about a reply can change the state of its parent.
      const comment = findDecided(database, id);
      if (!comment || comment.state === 'deleted') continue;
      applyDecision(context, transaction, comment, pending);
      decidedComments.push(comment);
    }
    const labels = decidedComments.map((comment) => auditLabel(comment, decision)).join(', ');
    addAuditDetails({ decision, count: String(decidedComments.length), comments: labels });
    return decidedComments;
  });
  context.publisher.wake();
  const changed = decided.map(({ publicId, state }) => ({ _id: publicId, before: state }));
  return { changed, at: iso(at) };
}

/** Names a comment for the audit log; includes article and member if it is being deleted. */
function auditLabel(
  { publicId, article, member }: DecidedComment,
  decision: ModerationDecision,
): string {
  if (decision !== 'delete') return publicId;
  return `${publicId} (article ${article}, ${member === null ? 'no member' : `member ${member}`})`;
}

const stateOf = { approve: 'published', hold: 'held', reject: 'rejected', spam: 'spam' } as const;

function applyDecision(
  context: CommentContext,
  transaction: Queryable,
  comment: DecidedComment,
  pending: PendingDecision,
): void {
  const { decision, reason, at, undo } = pending;
  if (undo === null) resolveReports(transaction, comment.id, at);
  else reopenReports(transaction, comment.id, undo);
  const stateAfter = decision === 'delete' ? 'deleted' : stateOf[decision];
  if (decision === 'delete') {
    eraseComment(transaction, comment);
  } else {
    updateComment(transaction, comment.id, {
      state: stateOf[decision],
      decidedAt: decision === 'hold' ? null : at,
      // Other decisions keep the reason, so that undoing them restores it.
      ...(decision === 'reject' && undo === null && { reason: reason === '' ? null : reason }),
    });
  }
  onCommentChanged(transaction, context, comment, comment.id);
  if (comment.state === stateAfter) return;
  if (undo !== null) withdrawDecisionNotification(transaction, context, comment, undo);
  else notifyAuthor(transaction, context, comment, pending);
}

/** Deduplication keys: an author is notified of each rejection, but only once of an approval. */
const approvalKey = (publicId: string) => `comment:${publicId}:approve`;
const rejectionKey = (publicId: string, at: number) => `comment:${publicId}:reject:${at}`;

/** Withdraws the notification about a decision that has been reverted. */
function withdrawDecisionNotification(
  transaction: Queryable,
  context: CommentContext,
  { publicId, state }: DecidedComment,
  at: number,
): void {
  const subjectKey = state === 'published' ? approvalKey(publicId) : rejectionKey(publicId, at);
  withdrawNotifications(transaction, context, exactSubject(subjectKey), 'The decision was undone.');
}

/** Notifies the author of an approval or rejection; spam marking and deletion stay silent. */
function notifyAuthor(
  transaction: Queryable,
  context: CommentContext,
  { userId, publicId, articleId }: DecidedComment,
  { decision, reason, at }: PendingDecision,
): void {
  if (userId === null || (decision !== 'approve' && decision !== 'reject')) return;
  const article = findArticleOfComment(context.database, articleId);
  const outcome = decision === 'approve' ? 'is published' : 'was not published';
  notify(transaction, context, {
    userId,
    kind: 'moderation',
    title: `Your comment on “${article.title}” ${outcome}.`,
    excerpt: decision === 'reject' ? reason : '',
    path: decision === 'approve' ? commentPath(article, publicId) : `/blog/${article.slug}`,
    subjectKey: decision === 'approve' ? approvalKey(publicId) : rejectionKey(publicId, at),
  });
}

/** Deletes old rejected comments and spam. */
export async function purgeComments({
  database,
  clock,
}: Pick<CommentContext, 'database' | 'clock'>): Promise<void> {
  const before = clock() - REJECTED_RETENTION_MS;
  const lists = [
    () => listRejected(database, { state: 'rejected', before, limit: BATCH }),
    () => listRejected(database, { state: 'spam', before, limit: BATCH }),
    () => listSpamBehind(database, { newest: SPAM_MAX, limit: BATCH }),
  ];
  for (const list of lists) {
    while (list().length > 0) {
      await database.write((transaction) => {
        for (const comment of list()) eraseComment(transaction, comment);
      });
    }
  }
}
