/**
 * Script of all pages. If the session flag is stored, it also loads session-startup.ts, which loads the
 * session from the API.
 */

import { isTrackingDisabled } from './beacon.ts';
import { startCounting } from './count-views.ts';
import { renderOffscreenSections } from './render-offscreen.ts';
import { startSearchKeys } from './search-keys.ts';
import { followSessionFlag, readSessionFlag } from './session-flag.ts';
import { startTheme } from './theme.ts';

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
