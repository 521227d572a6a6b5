import { slowNote } from '../slow.ts';

/** Milliseconds before a skeleton takes the place of what is shown: most answers are faster. */
const SHOW_MS = 150;

/**
 * Shows that the list is on its way. What is shown stays until then, so that nothing jumps.
 * @param lead whether the main card is on its way too
 */
export function startWaiting(section: HTMLElement, { lead }: { lead: boolean }): { end(): void } {
  const status = section.querySelector<HTMLElement>('[data-list-status]');
  section.setAttribute('aria-busy', 'true');
  const slow = slowNote();
  status?.append(slow);
  const timer = setTimeout(() => {
    section.dataset.waiting = lead ? 'all' : 'rows';
  }, SHOW_MS);
  return {
    end() {
      clearTimeout(timer);
      slow.remove();
      section.removeAttribute('aria-busy');
      delete section.dataset.waiting;
    },
  };
}
