import { hydrateWithin } from './hydrate.ts';

/**
 * Hydrates the island of an element when it becomes visible. The first focus on the page hydrates it as well, so
 * that it is ready before keyboard users reach it.
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
