/** Reason for losing the focus: another window, or another part of the page. */
export type Elsewhere = 'away' | 'on the page';

/**
 * Calls `onBlur` when the player leaves the game, so that it can be paused. Returns a function that stops it.
 */
export function followAbsence(
  section: HTMLElement,
  onBlur: (where: Elsewhere) => void,
): () => void {
  const endings = new AbortController();
  const { signal } = endings;
  window.addEventListener('blur', () => onBlur('away'), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && onBlur('away'), {
    signal,
  });
  section.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      // Without a target the player clicked on nothing focusable, and keys still reach the game.
      if (relatedTarget instanceof Node && !section.contains(relatedTarget)) onBlur('on the page');
    },
    { signal },
  );
  return () => endings.abort();
}
