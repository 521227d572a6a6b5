import type { ClientDirective } from 'astro';

declare global {
  interface Window {
    /** Client directives by name; `<astro-island>` reads them. */
    Astro?: Partial<Record<string, ClientDirective>>;
  }
}

/**
 * Hydrates an island when a visitor is about to use it: a pointer or finger comes near, the island receives focus
 * or a click of an assistive technology, or the page's `#hash` names an element of the island.
 * React is loaded only then. Clicks and submissions before the island is ready are repeated on it, one per control.
 *
 * Links work at once. A link that the island handles has the attribute `data-handled`, with the value
 * `members` if the browser follows it for guests.
 */
export default ((load, _options, island) => {
  /** Astro removes `ssr` when it hydrates. */
  const isStatic = () => island.matches('[ssr]');
  let isLoading = false;
  /** Functions that repeat the events that were held back, by control, in order. */
  const held = new Map<HTMLElement, () => void>();

  async function hydrate(): Promise<void> {
    if (!isLoading && isStatic()) {
      isLoading = true;
      await (await load())();
      // If the scripts could not be loaded, the next use tries again.
      isLoading = false;
      // Before the first repetition, because it makes React compare the published attributes with its own.
      for (const [control] of held) control.ariaBusy = null;
      for (const [, repeat] of held) repeat();
      held.clear();
    }
  }

  /** Holds back an event that uses the island. */
  function hold(event: MouseEvent): void {
    if (!isStatic()) return;
    const target = event.target as HTMLElement;
    const button = target.closest<HTMLButtonElement>('a,button');
    // The browser opens the dialog of a button with `commandfor` itself, unless it is a part of the page on wide
    // screens.
    const dialog = button?.commandForElement;
    const isNative = dialog && getComputedStyle(dialog).position !== 'sticky';
    if (!isNative) {
      // It also follows links that the island does not handle, and opens links in another tab or window.
      if (
        target.closest(
          event.ctrlKey || event.metaKey || event.shiftKey
            ? 'a'
            : 'a:not([data-handled=""],[data-session] [data-handled])',
        )
      ) {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    }
    // A submit button is clicked before its form is submitted, also by the Enter key.
    const control = button ?? target;
    control.ariaBusy = 'true';
    held.set(control, () => {
      if (isStatic()) {
        // The browser sends a form that works without JavaScript.
        if (control.matches('form:not(.needs-script) [type=submit]')) {
          (control as HTMLButtonElement).form?.submit();
        } else if (button) alert('It did not load. Try again.');
      } else if (event.type === 'submit') (target as HTMLFormElement).requestSubmit();
      // SVG elements have no `click()`.
      else if (!isNative) control.click?.();
    });
    void hydrate();
  }

  function followHash(): void {
    if (island.contains(document.getElementById(location.hash.slice(1)))) void hydrate();
  }

  // The parent element is larger than the island, so the pointer is noticed earlier.
  for (const type of ['pointerover', 'focusin']) {
    island.parentElement?.addEventListener(type, hydrate, true);
  }
  for (const type of ['click', 'submit']) {
    island.addEventListener(type, hold as EventListener, true);
  }
  addEventListener('hashchange', followHash);
  followHash();
  // The island may have received the focus before this script ran, or before-first-paint.js held back a form.
  if (island.parentElement?.matches(':focus-within,:has([data-early=sent])')) void hydrate();
}) satisfies ClientDirective;
