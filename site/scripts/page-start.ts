/**
 * Script of all pages, which every visitor loads. What only some visitors need is in modules that it loads at the
 * moment of use.
 */

import intent from '../client/intent.ts';
import { onClick, whenIdle } from '../client/page-events.ts';
import { writeStored } from '../client/storage.ts';
import { isTrackingDisabled, startCounting } from './telemetry.ts';

/** Elements in which a visitor types. */
const TYPING = 'input,textarea,select,[contenteditable]';

const OFFSCREEN_SECTIONS = '.section,.message,.article__end,.more,.site-footer';

/** before-first-paint.js writes the theme and the role of the session here. */
export const { dataset } = document.documentElement;

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

const loadSessionModule = () => import('./session-startup.ts');

// `<astro-island>` reads the directives here.
window.Astro = { ...window.Astro, intent };
renderOffscreenSections();
showTheme();
systemIsDark.onchange = showTheme;
onClick('[data-theme-toggle]', toggleTheme);
// This listener is there before the session module has loaded.
onClick('[data-sign-out]', () => void loadSessionModule().then((session) => session.signOut()));
addEventListener('keydown', openSearch);
// A page in the back/forward cache receives no events of other tabs.
for (const type of ['storage', 'pageshow']) {
  addEventListener(type, (event: Event & { persisted?: boolean }) => {
    if (event.persisted === false) return;
    void import('./follow-other-tab.ts').then(({ followOtherTab }) =>
      followOtherTab(event, showTheme, startSession),
    );
  });
}
// Escape may be pressed before the module has loaded.
for (const type of ['pointerover', 'focusin', 'keydown']) {
  document
    .querySelector('header')
    ?.addEventListener(type, (event: Event & { key?: string }) =>
      import('./close-menus.ts').then(({ closeOnEscape }) => closeOnEscape(event)),
    );
}
if (!isTrackingDisabled()) {
  startErrorReports();
  if (dataset.session !== 'admin') startCounting();
}
if (dataset.session) startSession();
// A service worker of an earlier site on this domain would serve its old pages.
if (navigator.serviceWorker?.controller) void import('./remove-old-workers.ts');

function startSession(): void {
  void loadSessionModule().then((session) => session.startSession());
}

function toggleTheme(): void {
  dataset.theme = isDark() ? 'light' : 'dark';
  writeStored('theme', dataset.theme);
  showTheme();
}

function isDark(): boolean {
  return dataset.theme ? dataset.theme === 'dark' : systemIsDark.matches;
}

/** Shows the current theme in the button, and in the browser's own interface. */
function showTheme(): void {
  for (const button of document.querySelectorAll('[data-theme-toggle]')) {
    button.ariaPressed = `${isDark()}`;
  }
  // Two meta elements follow the theme of the system; a selected theme overrides both.
  if (!dataset.theme) return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = getComputedStyle(document.body).backgroundColor;
  }
}

/** Opens the search with `/`, Ctrl+K or Cmd+K by clicking the first search button. */
function openSearch(event: KeyboardEvent): void {
  const { key, altKey, shiftKey } = event;
  const isShortcut =
    event.ctrlKey || event.metaKey
      ? key.toLowerCase() === 'k' && !altKey && !shiftKey
      : key === '/' && !(event.composedPath()[0] as Element).matches(TYPING);
  if (!isShortcut || event.defaultPrevented || document.querySelector('dialog:modal')) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[data-search]')?.click();
}

/** Reports errors of scripts. The module for it loads with the first error. */
function startErrorReports(): void {
  for (const type of ['error', 'unhandledrejection'] as const) {
    addEventListener(type, (event) => {
      import('./report-errors.ts').then(
        ({ reportError }) => reportError(event),
        // If the module could not be loaded, the report could not be sent either.
        () => undefined,
      );
    });
  }
}

/**
 * Renders the sections below the first screen one by one after the page has loaded, so that the scroll bar,
 * find in page and printing use the real height. See styles/base.css. It pauses while a pointer is down,
 * because a layout change could move the pressed element away and lose the click.
 */
function renderOffscreenSections(): void {
  if (dataset.top === undefined) return;
  // Safari matches `:active` only if a script listens for touches.
  window.ontouchstart = () => undefined;
  const sections = [...document.querySelectorAll<HTMLElement>(OFFSCREEN_SECTIONS)];
  const renderNext = () => {
    if (!document.querySelector(':active')) {
      const section = sections.shift();
      if (!section) return void delete dataset.top;
      section.style.contentVisibility = 'visible';
    }
    whenIdle(renderNext);
  };
  addEventListener('load', () => whenIdle(renderNext));
}
