import { element } from './search/elements.ts';

/**
 * What whatever loads says when it takes long. The class `slow` of styles/controls.css keeps it hidden
 * for the first 2,000 ms.
 */
export const SLOW = 'This takes longer than usual. Still waiting …';

/** The sentence, for a status that is on the page already; whoever waits takes it away in the end. */
export function slowNote(): HTMLElement {
  return element('span', { class: 'slow' }, SLOW);
}
