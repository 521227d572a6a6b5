/** Pixels below the screen at which a part of the page begins to be fetched. */
const NEAR_PX = 300;

/** Begins something once a part of the page comes near, or sooner when somebody asks for it. */
export function whenNear<Begun>(
  part: HTMLElement,
  begin: () => Promise<Begun>,
): { now(): Promise<Begun> } {
  let begun: Promise<Begun> | undefined;
  const watcher = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void now();
    },
    { rootMargin: `${NEAR_PX}px` },
  );
  function now(): Promise<Begun> {
    watcher.disconnect();
    begun ??= begin();
    return begun;
  }
  watcher.observe(part);
  return { now };
}
