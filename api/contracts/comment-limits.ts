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
  posted: 'Your response is here.',
  held: 'Thank you. Your response is waiting for a look; until then you alone see it.',
  saved: 'Your change is saved.',
  savedHeld: 'Your change is saved. It is waiting for a look; until then you alone see it.',
  deleted: 'Your response is deleted.',
  tooLate: 'A response can be changed for 15 minutes after it was posted.',
  archived: 'This article is archived: no more responses.',
  signIn: 'Please sign in to respond.',
  guestsFull:
    'Many responses of guests are waiting for a look. Please sign in to respond, or try again later.',
  parentGone: 'What you answer to is not there any more.',
  alreadyLiked: 'You have already liked this comment',
  liked: 'Liked.',
  unliked: 'Your like is taken back.',
  ownLike: 'You cannot like your own response.',
  reported: 'Thank you. Somebody will look at it.',
} as const;
