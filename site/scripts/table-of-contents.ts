/** Position of the reading line, as a share of the screen's height. Headings above it have been reached. */
const READ_FROM = 0.35;

/** Larger than the height of any page. */
const PAGE_HEIGHT_MAX_PX = 10_000_000;

/** Marks the current section in an open table of contents. */
export function followContents(details: HTMLDetailsElement): void {
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of details.querySelectorAll('a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading) links.set(heading, link);
  }
  let current: HTMLAnchorElement | undefined;
  const follow = () => {
    const line = innerHeight * READ_FROM;
    const heading = [...links.keys()].findLast(
      (candidate) => candidate.getBoundingClientRect().top < line,
    );
    const next = heading && links.get(heading);
    if (next === current) return;
    current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'location');
    current = next;
    if (next) scrollListTo(next);
  };
  // The observer reports when a heading crosses the reading line. The whole page above the line counts as
  // inside, so a jump across several headings is reported too.
  const rootMargin = `${PAGE_HEIGHT_MAX_PX}px 0px -${100 - 100 * READ_FROM}% 0px`;
  // Positions are read in the next frame. An intermediate layout that is never painted could mark the wrong
  // heading, and without another crossing the mark would not be corrected.
  const observer = new IntersectionObserver(() => requestAnimationFrame(follow), { rootMargin });
  for (const heading of links.keys()) observer.observe(heading);
  addEventListener('load', follow);
  addEventListener('scrollend', follow);
  follow();
}

/** Scrolls the list to a link. `scrollIntoView` would also scroll the page. */
function scrollListTo(link: HTMLElement): void {
  const list = link.closest('nav');
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const { top, bottom } = list.getBoundingClientRect();
  const linkBox = link.getBoundingClientRect();
  if (linkBox.top < top) list.scrollTop -= top - linkBox.top;
  else if (linkBox.bottom > bottom) list.scrollTop += linkBox.bottom - bottom;
}
