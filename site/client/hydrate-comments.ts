import { hydrateWithin } from './hydrate.ts';

/** True for the hash of the open comments, or of one of them; see comment-address.ts. */
export const isCommentsHash = (hash: string) => /^#(responses$|comment-)/.test(hash);

/** Hydrates both places of the comments: the button with the panel, and the published comments below the article. */
export function hydrateComments(): void {
  document.querySelectorAll('[data-comments]').forEach(hydrateWithin);
}
