import { z } from 'zod';
import {
  COMMENT_MAX,
  COMMENT_REASON_MAX,
  COMMENTS_PER_PAGE,
  COMMENTS_PER_PAGE_MAX,
  commentMessages,
  commentSorts,
  GUEST_TOKEN_HEADER,
  MODERATED_PER_PAGE,
  reportReasons,
} from './comment-limits.ts';
import { ignoredFields, pageInfo, pageQuery, text } from './fields.ts';
import { MEMBER_HEADER } from './member-header.ts';

/**
 * State of a comment. Everyone sees `published` comments. Moderators also see `held`, `rejected` and `spam`
 * comments, and authors their own `held` and `rejected` ones. A `deleted` comment with replies is a placeholder.
 */
export const commentStates = ['published', 'held', 'rejected', 'spam', 'deleted'] as const;
export type CommentState = (typeof commentStates)[number];

/** A comment without replies, as the caller sees it. */
export const commentResponse = z
  .object({
    _id: z.string(),
    blog: z.string().describe('_id of the article'),
    parent: z.string().nullable().describe('_id of the parent comment; one level'),
    replyTo: z.string().nullable().describe('name of the author it replies to'),
    comment: z.string().describe('Markdown of the author; empty once it is deleted'),
    html: z.string().describe('text as safe HTML'),
    name: z.string(),
    avatar: z.string().nullable(),
    member: z.string().nullable().describe('_id of the user; null for guests'),
    profile: z.boolean().describe('whether the caller can see the profile of `member`'),
    owner: z.boolean().describe('whether it is by the author of the article'),
    createdAt: z.iso.datetime(),
    edited: z.iso.datetime().nullable().describe('time of the last edit'),
    state: z
      .enum(['published', 'held', 'rejected', 'gone'])
      .describe('gone: only a placeholder is left; held and rejected: visible to the author only'),
    reason: z.string().nullable().describe('reason of the rejection, shown to the author'),
    likes: z.int(),
    liked: z.boolean().describe('whether the caller has liked it'),
    mine: z.boolean(),
    editableUntil: z.iso
      .datetime()
      .nullable()
      .describe('deadline for edits by the caller; null if it has passed'),
    replyCount: z.int(),
  })
  .meta({ id: 'Comment' });
export type CommentResponse = z.infer<typeof commentResponse>;

/** A comment with its replies. Replies have only one level. */
export const commentThread = commentResponse
  .extend({ replies: z.array(commentResponse).describe('oldest first, the first few') })
  .meta({ id: 'CommentThread' });
export type CommentThread = z.infer<typeof commentThread>;

/** Headers of guests and of members with an expired access token: GUEST_TOKEN_HEADER, MEMBER_HEADER. */
export const readerHeaders = z.looseObject({
  [GUEST_TOKEN_HEADER]: z.string().max(200).optional(),
  [MEMBER_HEADER]: z.string().max(10).optional().describe('1: 401 if the caller is not signed in'),
});

/** GET /api/articles/{id}/comments */
export const commentListQuery = z.strictObject({
  sort: z.enum(commentSorts).default('relevant'),
  cursor: z.string().max(300).optional().describe('`next` of the previous response'),
  limit: z.coerce.number().int().min(1).max(COMMENTS_PER_PAGE_MAX).default(COMMENTS_PER_PAGE),
  parent: z.string().max(40).optional().describe('comment whose replies to list, oldest first'),
});
export type CommentListQuery = z.infer<typeof commentListQuery>;

export const commentListResponse = z
  .object({
    comments: z.array(commentThread),
    result: z.int().describe('public comments of the article, replies included'),
    next: z.string().nullable().describe('`cursor` of the next page; null on the last page'),
    waiting: z
      .array(commentResponse)
      .describe('first page only: comments of the caller that others cannot see, newest first'),
    formToken: z
      .string()
      .describe('form token to send with a comment; tells how long the form was open'),
    writing: z
      .enum(['open', 'sign-in', 'archived'])
      .describe('whether the caller may comment, or the reason why not'),
  })
  .meta({ id: 'CommentList' });
export type CommentList = z.infer<typeof commentListResponse>;

/** GET /api/articles/{id}/comments/{comment}: the comment of a permanent link. */
export const commentFoundResponse = z
  .object({
    comment: commentThread.describe('the comment; for a reply, its parent with all replies'),
  })
  .meta({ id: 'CommentFound' });

/** Matches a visible character. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Z}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u;

const commentText = z
  .string(commentMessages.empty)
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .max(COMMENT_MAX, commentMessages.tooLong)
      .regex(/^[\P{Cc}\n\t]*$/u, commentMessages.control)
      .regex(visible, commentMessages.empty),
  );

/**
 * POST /api/articles/{id}/comments. `website` is an invisible field that only programs fill in; `formToken` is from
 * the list. Session and path decide the author and the article. With a `key`, a repeated request returns the
 * comment of the first one. The published form without JavaScript sends only `comment` and `website`.
 */
export const commentCreateRequest = z
  .strictObject({
    comment: commentText,
    parent: z.string().max(40).nullish(),
    formToken: z.string().max(200).optional(),
    website: z.string().max(2000).default(''),
    key: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/, 'A key has 8 to 64 letters, digits, - or _.')
      .optional()
      .describe('random key chosen by the client for each comment; unchanged in retries'),
    ...ignoredFields('postId', 'user', 'name', 'avatar', 'blog', '_id', 'createdAt'),
  })
  .meta({ id: 'CommentCreate' });
export type CommentCreate = Pick<
  z.output<typeof commentCreateRequest>,
  'comment' | 'parent' | 'formToken' | 'website' | 'key'
>;

/** PUT /api/comments/{id}, by its author, within 15 minutes. */
export const commentChangeRequest = z
  .strictObject({ comment: commentText })
  .meta({ id: 'CommentChange' });

/** Response to POST and PUT. `msg` and `comment.state` tell whether others see the comment. */
export const commentChangeResponse = z
  .object({
    msg: z.string(),
    comment: commentResponse,
    result: z.int().describe('public comments of the article now'),
    guestToken: z.string().nullable().describe('token of a guest, see GUEST_TOKEN_HEADER'),
  })
  .meta({ id: 'CommentChanged' });
export type CommentChanged = z.infer<typeof commentChangeResponse>;

/** DELETE /api/comments/{id}, by its author. `comment` is the remaining placeholder, if any. */
export const commentDeleteResponse = z
  .object({ msg: z.string(), comment: commentResponse.nullable(), result: z.int() })
  .meta({ id: 'CommentDeleted' });

/** PUT and DELETE /api/comments/{id}/likes, for members. */
export const commentLikeResponse = z
  .object({ msg: z.string(), totalLikes: z.int(), liked: z.boolean() })
  .meta({ id: 'CommentLiked' });

/** POST /api/comments/{id}/reports */
export const commentReportRequest = z
  .strictObject({
    reason: z.enum(reportReasons, 'Please choose a reason.'),
    note: text(COMMENT_REASON_MAX).default(''),
  })
  .meta({ id: 'CommentReport' });
export type CommentReport = z.infer<typeof commentReportRequest>;

/**
 * Real-time events of the channel `article:{_id}:comments`. Comments are as guests see them, without `mine` and
 * `liked`. `gone` is for removed comments; comments that become placeholders are `changed`.
 */
export const commentEvent = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('posted'), comment: commentResponse, result: z.int() }),
    z.object({ event: z.literal('changed'), comment: commentResponse, result: z.int() }),
    z.object({
      event: z.literal('gone'),
      id: z.string(),
      parent: z.string().nullable(),
      result: z.int(),
    }),
  ])
  .meta({ id: 'CommentEvent' });
export type CommentEvent = z.infer<typeof commentEvent>;

/** Lists of the moderation queue. `reported` contains published comments with reports. */
export const moderationLists = ['held', 'reported', 'published', 'rejected', 'spam'] as const;
export type ModerationList = (typeof moderationLists)[number];

/** A comment as a moderator sees it. */
export const moderatedComment = z
  .object({
    _id: z.string(),
    comment: z.string(),
    html: z.string(),
    state: z.enum(commentStates),
    createdAt: z.iso.datetime(),
    edited: z.iso.datetime().nullable(),
    likes: z.int(),
    parent: z
      .object({
        _id: z.string(),
        name: z.string(),
        comment: z.string().describe('start of the text'),
      })
      .nullable(),
    article: z.object({ _id: z.string(), slug: z.string(), title: z.string() }),
    author: z.object({
      _id: z.string().nullable().describe('null for guests'),
      name: z.string(),
      avatar: z.string().nullable(),
      email: z.string().nullable(),
      published: z.int().describe('number of public comments of the author, up to 100'),
    }),
    spamFactors: z.array(z.string()).describe('labels of the spam factors'),
    reason: z.string().nullable().describe('reason of the rejection'),
    decidedAt: z.iso.datetime().nullable(),
    reports: z.array(
      z.object({
        reason: z.enum(reportReasons),
        note: z.string(),
        name: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'ModeratedComment' });
export type ModeratedComment = z.infer<typeof moderatedComment>;

const queueCounts = z.object(
  Object.fromEntries(moderationLists.map((list) => [list, z.int()])) as Record<
    ModerationList,
    z.ZodInt
  >,
);

/** GET /api/admin/comments: held and reported comments oldest first, others newest first. */
export const moderationQuery = z.strictObject({
  list: z.enum(moderationLists).default('held'),
  search: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('literal part of the text, at least 3 characters'),
  ...pageQuery(MODERATED_PER_PAGE),
});
export type ModerationQuery = z.infer<typeof moderationQuery>;

export const moderationResponse = z
  .object({
    comments: z.array(moderatedComment),
    ...pageInfo,
    counts: queueCounts.describe('number of items per list, regardless of the search'),
  })
  .meta({ id: 'ModerationList' });
export type ModerationResponse = z.infer<typeof moderationResponse>;

/** Decisions of moderators. All except `delete` can be changed later. */
export const moderationDecisions = ['approve', 'hold', 'reject', 'spam', 'delete'] as const;
export type ModerationDecision = (typeof moderationDecisions)[number];

/** POST /api/admin/comments/decide: decides all comments or none. Missing ids are ignored. */
export const moderationRequest = z
  .strictObject({
    ids: z.array(z.string().max(40)).min(1, 'Please choose at least one.').max(100),
    decision: z.enum(moderationDecisions),
    reason: text(COMMENT_REASON_MAX)
      .default('')
      .describe('reason of the rejection, sent to the author'),
    undo: z.iso
      .datetime()
      .optional()
      .describe(
        '`at` of the decision to undo: its reports reopen, a reason of rejection is kept, and no one is notified',
      ),
  })
  .meta({ id: 'ModerationDecision' });
export type ModerationRequest = z.infer<typeof moderationRequest>;

export const moderationChangeResponse = z
  .object({
    msg: z.string(),
    changed: z
      .array(z.object({ _id: z.string(), before: z.enum(commentStates) }))
      .describe('decided comments with their previous states, for undo'),
    at: z.iso.datetime().describe('time of the decision; value for `undo`'),
    counts: queueCounts,
  })
  .meta({ id: 'ModerationChanged' });
