import { popularReads } from '#contracts/blog.ts';

/** Shows a random selection of the popular reads, before the reader scrolls to them. */
export function shufflePopularReads(): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-popular] > li')];
  const selected = new Set<HTMLElement>();
  while (selected.size < Math.min(popularReads.shown, items.length)) {
    const item = items[Math.floor(Math.random() * items.length)];
    if (item) selected.add(item);
  }
  for (const item of items) item.hidden = !selected.has(item);
}
