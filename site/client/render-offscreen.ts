const OFFSCREEN_SECTIONS = '.section, .message, .article__end, .more, .site-footer';
/** Milliseconds between two sections without `requestIdleCallback`, and while a pointer is down. */
const PAUSE_MS = 50;
/** Milliseconds after which the next section is rendered even if the browser is not idle. */
const IDLE_TIMEOUT_MS = 200;

/**
 * Renders the sections below the first screen one by one after the page has loaded, so that the scroll bar,
 * find in page and printing use the real height. See styles/offscreen.css. It pauses while a pointer is down,
 * because a layout change could move the pressed element away and lose the click.
 */
export function renderOffscreenSections(): void {
  const { dataset } = document.documentElement;
  if (dataset.top === undefined) return;
  const sections = [...document.querySelectorAll<HTMLElement>(OFFSCREEN_SECTIONS)];
  const schedule = (callback: () => void) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS })
      : setTimeout(callback, PAUSE_MS);
  const renderNext = () => {
    if (dataset.pressed !== undefined) return setTimeout(renderNext, PAUSE_MS);
    const section = sections.shift();
    if (!section) return delete dataset.top;
    section.style.contentVisibility = 'visible';
    schedule(renderNext);
  };
  if (document.readyState === 'complete') schedule(renderNext);
  else addEventListener('load', () => schedule(renderNext), { once: true });
}
