import type { ClientDirective } from 'astro';

/** Events that show that a visitor is about to use the island. */
const intentEvents = ['pointerover', 'focusin', 'touchstart', 'pointerdown'] as const;
/** Events that use the island. The first one is held back and repeated after hydration. */
const useEvents = ['click', 'submit'] as const;

/**
 * Hydrates an island when a visitor is about to use it: a pointer comes near, the island receives focus,
 * a touch or a click of an assistive technology, or the page's `#hash` names an element of the island.
 * React is loaded only then. A click or submission before the island is ready is repeated on it.
 *
 * Links work at once. A link that the island handles has the attribute `data-handled`, with the value
 * `members` if the browser follows it for guests.
 */
const intent: ClientDirective = (load, _options, island) => {
  // The parent element is larger than the island, so the pointer is noticed earlier.
  const area = island.parentElement ?? island;
  let held: Event | undefined;
  /** The control that is busy until the held event is repeated. */
  let busy: Element | null | undefined;
  let isLoading = false;

  const listen = (method: 'addEventListener' | 'removeEventListener') => {
    for (const type of intentEvents) area[method](type, hydrate, { capture: true, passive: true });
    for (const type of useEvents) island[method](type, hold, true);
    window[method]('hashchange', followHash);
  };

  async function hydrate(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    await (await load())();
    listen('removeEventListener');
    // Astro removes `ssr` when it hydrates. If the scripts could not be loaded, the next use tries again.
    const failed = island.hasAttribute('ssr');
    busy?.removeAttribute('aria-busy');
    repeat(held, failed);
    held = undefined;
    isLoading = false;
    if (failed) listen('addEventListener');
  }

  function hold(event: Event): void {
    const target = event.target as Element;
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    // The browser opens links in another tab or window itself.
    const opensElsewhere = ctrlKey || metaKey || shiftKey;
    const handledLinks = '[data-handled=""],[data-session] [data-handled]';
    if (target.closest(opensElsewhere ? 'a' : `a:not(${handledLinks})`)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!held) {
      held = event;
      busy = event instanceof SubmitEvent ? event.submitter : target.closest('a, button');
      busy?.setAttribute('aria-busy', 'true');
    }
    void hydrate();
  }

  function followHash(): void {
    const id = location.hash.slice(1);
    if (id && island.querySelector(`#${CSS.escape(id)}`)) void hydrate();
  }

  listen('addEventListener');
  followHash();
  // before-first-paint.js held back a form that was submitted before this script ran.
  if (island.querySelector('form[data-early=sent]')) void hydrate();
};

/**
 * Repeats an event that came before the island was ready. If the island failed, the browser submits its form;
 * other controls show an error.
 */
function repeat(event: Event | undefined, failed: boolean): void {
  const pressed = event?.target as Element | undefined;
  // SVG elements have no `click()`.
  const target = (pressed?.closest('svg')?.parentElement ?? pressed) as HTMLElement | undefined;
  if (event instanceof SubmitEvent) (target as HTMLFormElement).requestSubmit(event.submitter);
  else if (!failed || target?.closest('form')) target?.click();
  else if (target) alert('This did not load. Try again.');
}

export default intent;
