/** Says when the player has gone elsewhere; time would go on without them. Returns what ends it. */
export function followAbsence(section: HTMLElement, gone: () => void): () => void {
  const endings = new AbortController();
  const { signal } = endings;
  window.addEventListener('blur', gone, { signal });
  document.addEventListener('visibilitychange', () => document.hidden && gone(), { signal });
  section.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // No target: a press beside everything, after which keys still reach the game.
      if (relatedTarget instanceof Node && !section.contains(relatedTarget)) gone();
    },
    { signal },
  );
  return () => endings.abort();
}
