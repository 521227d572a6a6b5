/**
 * What every page runs. Guests get this file alone; who carries the local flag also fetches the
 * session keeper, which asks the API whether the flag is true.
 */

import { asksForQuiet } from './beacon.ts';
import { startCounting } from './count-views.ts';
import { layOutTheRest } from './render-offscreen.ts';
import { startSearchKeys } from './search-keys.ts';
import { followSessionFlag, readSessionFlag } from './session-flag.ts';
import { startTheme } from './theme.ts';

layOutTheRest();
removeOldWorkers();
startTheme();
startMenus();
startSearchKeys();
if (!asksForQuiet()) {
  startErrorReports();
  if (readSessionFlag() !== 'admin') startCounting();
}
const keeper = () => import('./session-startup.ts');
const keepSession = () => void keeper().then((session) => session.keepSession());
if (readSessionFlag()) keepSession();
// Heard here, so that a press counts that comes before the session keeper.
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-sign-out]'))
    void keeper().then((session) => session.signOut());
});
// After signing in or out in another tab, nothing personal may stay on the page. Work that is not saved
// stays (islands/editor/keeping/use-leave-guard.ts).
followSessionFlag((flag) => {
  if (document.querySelector('[data-personal]')) {
    if (!document.querySelector('[data-unsaved]')) location.reload();
  } else if (flag) keepSession();
});

/** A site that was here before may have left a worker that answers in our place with its old pages. */
function removeOldWorkers(): void {
  navigator.serviceWorker
    ?.getRegistrations()
    .then((workers) => workers.forEach((worker) => void worker.unregister()))
    // Browsers that keep nothing for this site refuse to look.
    .catch(() => undefined);
}

/** Errors are rare, so that what reports them is loaded with the first one. */
function startErrorReports(): void {
  const report = (message: string, error: unknown) =>
    void import('./report-errors.ts')
      .then(({ reportError }) => reportError(message, error))
      // Without the network no report would arrive either.
      .catch(() => undefined);
  addEventListener('error', (event) => report(event.message, event.error));
  addEventListener('unhandledrejection', ({ reason }) => report(`${reason}`, reason));
}

/** Open menus close on Escape and on a click or a focus elsewhere, the sheet of small screens too. */
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
    // What lies under the sheet must not have the focus.
    if (relatedTarget && !sheet.contains(relatedTarget as Node)) sheet.hidePopover();
  });
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');
