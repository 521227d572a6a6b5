/**
 * Hydrates an island that waits for use (`client:intent`), because it has something to show that the publisher could
 * not render.
 */
export function hydrate(island: Element | null | undefined): void {
  // One of the events that the directive waits for. It does not bubble: nothing has got the focus.
  island?.dispatchEvent(new Event('focusin'));
}

/** Hydrates the islands inside an element. */
export function hydrateWithin(place: Element): void {
  place.querySelectorAll('astro-island').forEach(hydrate);
}
