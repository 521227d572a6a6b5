/**
 * Hydrates an island that waits for use (`client:intent`), because it has something to show that the publisher could
 * not render.
 */
export function hydrate(island: Element | null | undefined): void {
  // One of the events that the directive waits for. It does not bubble: nothing has got the focus.
  island?.dispatchEvent(new Event('focusin'));
}

/**
 * Hydrates the island of an element when it is seen. The first focus of the page does it too, so that the island is
 * ready before somebody gets there by keyboard.
 */
export function hydrateWhenSeen(element: Element): void {
  const start = () => {
    observer.disconnect();
    hydrate(element.querySelector('astro-island'));
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) start();
  });
  observer.observe(element);
  document.addEventListener('focusin', start, { once: true });
}
