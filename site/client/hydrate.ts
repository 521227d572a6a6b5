/**
 * Hydrates an island with `client:intent` before it is used, to show data that the publisher could not render.
 */
export function hydrate(island: Element | null | undefined): void {
  // The directive listens for this event. It does not bubble, because no element has received the focus.
  island?.dispatchEvent(new Event('focusin'));
}

/** Hydrates the islands inside an element. */
export function hydrateWithin(container: Element | null): void {
  container?.querySelectorAll('astro-island').forEach(hydrate);
}

/** True for the hash of the open comments, or of one of them; see comment-api.ts. */
export const isCommentsHash = (hash: string) => /^#(responses$|comment-)/.test(hash);
