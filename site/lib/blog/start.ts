import { popularReads } from '#contracts/blog.ts';

/** What runs on /blog; the list itself is fetched by code that comes with its first use. */
export function startBlog(): void {
  shufflePopular();
  const section = document.getElementById('articles');
  if (!section?.querySelector('[data-list-lead]')) return;
  const list = () => import('./list.ts').then((loaded) => loaded.articleList(section));

  section.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    // Another tab, another window, a download: the browser's to do.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const control = event.target.closest<HTMLElement>(
      '[data-topic], [data-list-newer], [data-list-older], [data-list-retry]',
    );
    if (!control) return;
    event.preventDefault();
    void list().then((shown) => shown.follow(control));
  });
  addEventListener('popstate', () => void list().then((shown) => shown.showAddress()));
  const asked = new URLSearchParams(location.search);
  if (asked.has('topic') || asked.has('page')) void list().then((shown) => shown.showAddress());
}

/** Some at random, in place before anybody has scrolled there. */
function shufflePopular(): void {
  const items = [...document.querySelectorAll<HTMLElement>('[data-popular] > li')];
  const drawn = new Set<HTMLElement>();
  while (drawn.size < Math.min(popularReads.shown, items.length)) {
    const item = items[Math.floor(Math.random() * items.length)];
    if (item) drawn.add(item);
  }
  for (const item of items) item.hidden = !drawn.has(item);
}
