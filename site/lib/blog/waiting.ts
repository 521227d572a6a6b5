/** Milliseconds before a skeleton takes the place of what is shown: most answers are faster. */
const SHOW_MS = 150;
/** Milliseconds after which it says that it is slow, as documented. */
const SLOW_MS = 2000;

/**
 * Shows that the list is on its way. What is shown stays until then, so that nothing jumps.
 * @param lead whether the main card is on its way too
 */
export function startWaiting(section: HTMLElement, { lead }: { lead: boolean }): { end(): void } {
  const status = section.querySelector<HTMLElement>('[data-list-status]');
  section.setAttribute('aria-busy', 'true');
  const timers = [
    setTimeout(() => {
      section.dataset.waiting = lead ? 'all' : 'rows';
    }, SHOW_MS),
    setTimeout(() => {
      if (status) status.textContent = 'This takes longer than usual. Still waiting for the list …';
    }, SLOW_MS),
  ];
  return {
    end() {
      for (const timer of timers) clearTimeout(timer);
      section.removeAttribute('aria-busy');
      delete section.dataset.waiting;
    },
  };
}
