const LATER = '.section, .message, .article__end, .more, .site-footer';
/** Pause between parts where the browser does not report idle time, and while a pointer is down, in milliseconds. */
const PAUSE_MS = 50;
/** Milliseconds until a part has its turn in a browser that is never idle, as one that draws nothing. */
const PATIENCE_MS = 200;

/**
 * Lays out what lies below the first screen, part by part once the page has loaded: scroll bar, search
 * in the page and printing then know its true height. See styles/offscreen.css. It stops while a pointer is
 * down: what is pressed would move away before it is released, and the click would be lost.
 */
export function layOutTheRest(): void {
  const { dataset } = document.documentElement;
  if (dataset.top === undefined) return;
  const parts = [...document.querySelectorAll<HTMLElement>(LATER)];
  const later = (work: () => void) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(work, { timeout: PATIENCE_MS })
      : setTimeout(work, PAUSE_MS);
  const next = () => {
    if (dataset.pressed !== undefined) return setTimeout(next, PAUSE_MS);
    const part = parts.shift();
    if (!part) return delete dataset.top;
    part.style.contentVisibility = 'visible';
    later(next);
  };
  if (document.readyState === 'complete') later(next);
  else addEventListener('load', () => later(next), { once: true });
}
