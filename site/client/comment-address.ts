/** Hash of the open comments of an article; `#comment-…` names one of them. */
const COMMENTS_HASH = '#responses';

/** Returns the _id of the comment that the hash names, or null. */
export const commentInHash = (hash: string): string | null =>
  /^#comment-([\w-]+)$/.exec(hash)?.[1] ?? null;

/** Returns the hash of a comment, or of all comments with null. */
export const hashOf = (comment: string | null): string =>
  comment === null ? COMMENTS_HASH : `#comment-${comment}`;
