/** Where the player has gone: out of the window, or to something else on the page. */
export type Elsewhere = 'away' | 'on the page';

/** Says when the player has gone elsewhere; time would go on without them. Returns what ends it. */
export function followAbsence(section: HTMLElement, gone: (where: Elsewhere) => void): () => void {
  const endings = new AbortController();
  const { signal } = endings;
  window.addEventListener('blur', () => gone('away'), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && gone('away'), { signal });
  section.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // No target: a press beside everything, after which keys still reach the game.
      if (relatedTarget instanceof Node && !section.contains(relatedTarget)) gone('on the page');
    },
    { signal },
  );
  return () => endings.abort();
}
