/** Limits and messages of comments for API and site. Without zod, so that pages for readers can import it. */
import { MINUTE_MS } from './durations.ts';

/** Characters of one comment. */
export const COMMENT_MAX = 5000;
/** Time in which authors can edit their comments. */
export const COMMENT_EDIT_MS = 15 * MINUTE_MS;
/** Shortest time in which a person can fill in the form. */
export const COMMENT_FORM_MIN_MS = 3000;
/** Comments per call, without replies. */
export const COMMENTS_PER_PAGE = 20;
export const COMMENTS_PER_PAGE_MAX = 50;
/** Number of replies in the response of a comment; others are requested with `parent`. */
export const REPLIES_SHOWN = 3;
/** Characters of the details of a report, and of the reason for a rejection. */
export const COMMENT_REASON_MAX = 300;
/** Rows per page of the moderation queue. */
export const MODERATED_PER_PAGE = 25;
export const GUEST_NAME = 'Anonymous';
/** Name of deleted accounts whose content was kept. */
export const DELETED_MEMBER_NAME = 'Deleted member';

/**
 * Header that identifies the comments of a guest. Its value is in the response to the first comment, and the
 * browser stores it.
 */
export const GUEST_TOKEN_HEADER = 'x-guest-token';

/** Orders of a list: by the lower bound of the Wilson score interval, or by time. */
export const commentSorts = ['relevant', 'recent'] as const;
export type CommentSort = (typeof commentSorts)[number];

/** Reasons for reporting a comment. */
export const reportReasons = ['spam', 'abuse', 'off-topic', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Messages of the form and the responses. */
export const commentMessages = {
  empty: 'Please write something first.',
  tooLong: `At most ${COMMENT_MAX.toLocaleString('en')} characters.`,
  control: 'Control characters cannot be used here.',
  posted: 'Your comment is published.',
  held: 'Thank you. Your comment is awaiting moderation; until then only you can see it.',
  saved: 'Your edit is saved.',
  savedHeld: 'Your edit is saved and awaiting moderation; until then only you can see it.',
  deleted: 'Your comment is deleted.',
  tooLate: 'Comments can be edited for 15 minutes after posting.',
  archived: 'This article is archived; comments are closed.',
  signIn: 'Please sign in to comment.',
  guestsFull:
    'Too many guest comments are awaiting moderation. Please sign in to comment, or try again later.',
  parentGone: 'The comment you are replying to no longer exists.',
  alreadyLiked: 'You have already liked this comment',
  liked: 'Liked.',
  unliked: 'Like removed.',
  ownLike: 'You cannot like your own comment.',
  reported: 'Thank you. A moderator will review it.',
} as const;
