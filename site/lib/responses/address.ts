/** Where the open panel stands in the address: `#responses`, or `#comment-…` at one of them. */
export const RESPONSES_HASH = '#responses';

/** The _id of the response that the address leads to; null where it leads to none. */
export const commentInHash = (hash: string): string | null =>
  /^#comment-([\w-]+)$/.exec(hash)?.[1] ?? null;

export const isResponsesHash = (hash: string): boolean =>
  hash === RESPONSES_HASH || commentInHash(hash) !== null;

export const hashOf = (comment: string | null): string =>
  comment === null ? RESPONSES_HASH : `#comment-${comment}`;
