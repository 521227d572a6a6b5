import { hydrateWithin } from './hydrate.ts';

/**
 * Hydrates the island of an element when it is seen. The first focus of the page does it too, so that the island is
 * ready before somebody gets there by keyboard.
 */
export function hydrateWhenSeen(element: Element): void {
  const start = () => {
    observer.disconnect();
    hydrateWithin(element);
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) start();
  });
  observer.observe(element);
  document.addEventListener('focusin', start, { once: true });
}
