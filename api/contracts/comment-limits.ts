/** What both ends say of comments. Without zod, so that pages for readers can import it. */

/** Characters of one comment. */
export const COMMENT_MAX = 5000;
/** Own comments can be changed for so long after they were posted. */
export const COMMENT_EDIT_MS = 15 * 60_000;
/** A form that comes back faster than this was hardly filled in by a person. */
export const COMMENT_FORM_MIN_MS = 3000;
/** Comments per call, replies not counted. */
export const COMMENTS_PER_PAGE = 20;
export const COMMENTS_PER_PAGE_MAX = 50;
/** Replies that come with their comment; the rest is asked for with `parent`. */
export const REPLIES_SHOWN = 3;
/** Characters of what is said beside a report, or of why a comment was rejected. */
export const COMMENT_REASON_MAX = 300;
/** Rows per page of the queue. */
export const MODERATED_PER_PAGE = 25;
export const MODERATED_PER_PAGE_MAX = 100;

/** How a guest is named. */
export const GUEST_NAME = 'Anonymous';
/** Whoever has left, while what they wrote has stayed. */
export const DELETED_MEMBER_NAME = 'Deleted member';

/**
 * Header that shows which comments a guest wrote. Its value comes with the answer to the first one,
 * and is kept by the browser.
 */
export const GUEST_TOKEN_HEADER = 'x-guest-token';

/** The orders of a list: by the lower bound of Wilson's interval, or by time. */
export const commentSorts = ['relevant', 'recent'] as const;
export type CommentSort = (typeof commentSorts)[number];

/** Why somebody reports a comment. */
export const reportReasons = ['spam', 'abuse', 'off-topic', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The sentences of the form and of the answers. */
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
