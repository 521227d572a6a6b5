/**
 * Begins something once a part of the page is in sight, or sooner when somebody asks for it. Its place is kept
 * free, so that nothing moves; who does not look that far fetches nothing of it. Whoever goes by keys finds it
 * there: the first focus of the page begins it, too.
 */
export function whenSeen<Begun>(
  part: HTMLElement,
  begin: () => Promise<Begun>,
): { now(): Promise<Begun> } {
  let begun: Promise<Begun> | undefined;
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void now();
  });
  function now(): Promise<Begun> {
    watcher.disconnect();
    begun ??= begin();
    return begun;
  }
  watcher.observe(part);
  document.addEventListener('focusin', () => void now(), { once: true });
  return { now };
}
