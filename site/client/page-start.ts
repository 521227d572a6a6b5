/**
 * Script of all pages. If the session flag is stored, it also loads session-startup.ts, which loads the
 * session from the API.
 */

import { followSessionFlag, readSessionFlag } from './session-flag.ts';
import { writeStored } from './storage.ts';
import { isTrackingDisabled, startCounting } from './telemetry.ts';

const OFFSCREEN_SECTIONS = '.section, .message, .article__end, .more, .site-footer';

/** Milliseconds between two sections without `requestIdleCallback`, and while a pointer is down. */
const PAUSE_MS = 50;

/** Milliseconds after which the next section is rendered even if the browser is not idle. */
const IDLE_TIMEOUT_MS = 200;

/** The light/dark switch. before-first-paint.js sets the initial theme. */
const root = document.documentElement;

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

renderOffscreenSections();
removeOldWorkers();
startTheme();
startMenus();
startSearchKeys();
if (!isTrackingDisabled()) {
  startErrorReports();
  if (readSessionFlag() !== 'admin') startCounting();
}
const loadSessionModule = () => import('./session-startup.ts');
const startSession = () => void loadSessionModule().then((session) => session.startSession());
if (readSessionFlag()) startSession();
// The listener is here so that it handles clicks before the session module has loaded.
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-sign-out]'))
    void loadSessionModule().then((session) => session.signOut());
});
// After a sign-in or sign-out in another tab, a reload removes personal data from the page. Pages with
// unsaved work do not reload (islands/editor/keeping/use-keeping.ts).
followSessionFlag((flag) => {
  if (document.querySelector('[data-personal]')) {
    if (!document.querySelector('[data-unsaved]')) location.reload();
  } else if (flag) startSession();
});

/** Removes service workers of an earlier site on this domain, which would serve its old pages. */
function removeOldWorkers(): void {
  navigator.serviceWorker
    ?.getRegistrations()
    .then((workers) => workers.forEach((worker) => void worker.unregister()))
    // The call rejects if the browser blocks storage for this site.
    .catch(() => undefined);
}

/** Reports errors of scripts. The module for it loads with the first error. */
function startErrorReports(): void {
  const report = (message: string, error: unknown) =>
    void import('./report-errors.ts')
      .then(({ reportError }) => reportError(message, error))
      // The module could not be loaded, so the report could not be sent either.
      .catch(() => undefined);
  addEventListener('error', (event) => report(event.message, event.error));
  addEventListener('unhandledrejection', ({ reason }) => report(`${reason}`, reason));
}

/** Closes open menus on Escape and on a click or focus outside, and the navigation sheet of small screens. */
function startMenus(): void {
  const closeOthers = ({ target }: Event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(target as Node)) menu.open = false;
    }
  };
  document.addEventListener('click', closeOthers);
  document.addEventListener('focusin', closeOthers);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
  const sheet = document.getElementById('site-nav');
  sheet?.addEventListener('focusout', ({ relatedTarget }) => {
    // The sheet covers the page, so an element outside of it must not have the focus.
    if (relatedTarget && !sheet.contains(relatedTarget as Node)) sheet.hidePopover();
  });
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');

function isDark(): boolean {
  return root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark.matches;
}

function showTheme(): void {
  const dark = isDark();
  for (const button of document.querySelectorAll('[data-theme-toggle]')) {
    button.setAttribute('aria-pressed', String(dark));
  }
  // Two meta elements follow the theme of the system; a selected theme overrides both.
  if (!root.dataset.theme) return;
  const backgroundColor = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', backgroundColor);
  }
}

function startTheme(): void {
  showTheme();
  systemIsDark.addEventListener('change', showTheme);
  addEventListener('storage', (event) => {
    if (event.key !== 'theme') return;
    if (event.newValue === 'light' || event.newValue === 'dark') {
      root.dataset.theme = event.newValue;
    } else {
      delete root.dataset.theme;
    }
    showTheme();
  });
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-toggle]')) return;
    const theme = isDark() ? 'light' : 'dark';
    root.dataset.theme = theme;
    writeStored('theme', theme);
    showTheme();
  });
}

/** Opens the search with `/`, Ctrl+K or Cmd+K by clicking the first search button. */
function startSearchKeys(): void {
  document.addEventListener('keydown', (event) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    const isShortcut = hasModifier
      ? event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey
      : event.key === '/' && !isTyping(event.composedPath()[0]);
    if (!isShortcut || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-search]')?.click();
  });
}

function isTyping(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/**
 * Renders the sections below the first screen one by one after the page has loaded, so that the scroll bar,
 * find in page and printing use the real height. See styles/offscreen.css. It pauses while a pointer is down,
 * because a layout change could move the pressed element away and lose the click.
 */
function renderOffscreenSections(): void {
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
