import { popularReads } from '#contracts/blog.ts';

/** Shows some of the popular reads at random, before anybody has scrolled there. */
export function shufflePopularReads(): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-popular] > li')];
  const drawn = new Set<HTMLElement>();
  while (drawn.size < Math.min(popularReads.shown, items.length)) {
    const item = items[Math.floor(Math.random() * items.length)];
    if (item) drawn.add(item);
  }
  for (const item of items) item.hidden = !drawn.has(item);
}
