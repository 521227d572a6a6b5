/** Share of the screen's height below which a heading has not been reached yet. */
const READ_FROM = 0.35;

/** Higher than any page. */
const ABOVE_ALL_PX = 10_000_000;

/** Marks in an open table of contents what is being read. */
export function followContents(details: HTMLDetailsElement): void {
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of details.querySelectorAll('a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  let current: HTMLAnchorElement | undefined;
  const follow = () => {
    const line = innerHeight * READ_FROM;
    const read = [...links.keys()].findLast(
      (heading) => heading.getBoundingClientRect().top < line,
    );
    const next = read && links.get(read);
    if (next === current) return;
    current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'location');
    current = next;
    if (next) bringIntoView(next);
  };
  // Told whenever a heading crosses the line, instead of at every pixel. All that is above the line
  // counts as inside, so that nobody jumps over it.
  const rootMargin = `${ABOVE_ALL_PX}px 0px -${100 - 100 * READ_FROM}% 0px`;
  // Places are read in the frame that shows them: in between, a layout that nobody gets to see could
  // mark what no heading crosses the line again to correct.
  const observer = new IntersectionObserver(() => requestAnimationFrame(follow), { rootMargin });
  for (const heading of links.keys()) observer.observe(heading);
  addEventListener('load', follow);
  addEventListener('scrollend', follow);
  follow();
}

/** Scrolls the list alone; scrollIntoView would take the page along. */
function bringIntoView(link: HTMLElement): void {
  const list = link.closest('nav');
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const { top, bottom } = list.getBoundingClientRect();
  const place = link.getBoundingClientRect();
  if (place.top < top) list.scrollTop -= top - place.top;
  else if (place.bottom > bottom) list.scrollTop += place.bottom - bottom;
}
