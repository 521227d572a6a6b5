import type { ClientDirective } from 'astro';

/** Events that announce that a visitor is about to use the island. */
const announcements = ['pointerover', 'focusin', 'touchstart', 'pointerdown'] as const;
/** Events that use the island; the first one is held back and repeated after hydration. */
const uses = ['click', 'submit'] as const;

/**
 * Hydrates an island when a visitor is about to use it: a pointer comes near, focus or a touch arrives, an
 * assistive technology clicks, or the page's `#hash` names an element of it. React is fetched only then.
 * A click or a submission that comes before the island is ready is repeated on it, so that none is lost.
 *
 * Links keep working at once; a link that the island handles itself carries `data-handled`, with
 * the value `members` if guests just follow it.
 */
const intent: ClientDirective = (load, _options, island) => {
  // The box around the island, so that a pointer is noticed before it arrives.
  const area = island.parentElement ?? island;
  let held: Event | undefined;
  /** The control that is busy until the held event is repeated. */
  let busy: Element | null | undefined;
  let isLoading = false;

  const listen = (method: 'addEventListener' | 'removeEventListener') => {
    for (const type of announcements) area[method](type, hydrate, { capture: true, passive: true });
    for (const type of uses) island[method](type, hold, true);
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
    // A link that is opened in another tab or window is the browser's to follow.
    const isElsewhere = ctrlKey || metaKey || shiftKey;
    const ours = '[data-handled=""],[data-session] [data-handled]';
    if (target.closest(isElsewhere ? 'a' : `a:not(${ours})`)) return;
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
 * Repeats what a visitor did before the island was ready. A form whose island failed is sent natively; any other
 * control has nothing to fall back on.
 */
function repeat(event: Event | undefined, failed: boolean): void {
  const pressed = event?.target as Element | undefined;
  // Elements of an icon or a drawing have no `click()`.
  const target = (pressed?.closest('svg')?.parentElement ?? pressed) as HTMLElement | undefined;
  if (event instanceof SubmitEvent) (target as HTMLFormElement).requestSubmit(event.submitter);
  else if (!failed || target?.closest('form')) target?.click();
  else if (target) alert('This did not load. Try again.');
}

export default intent;
