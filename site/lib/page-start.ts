/**
 * What every page runs. Guests get this file alone; who carries the local flag also fetches the
 * session keeper, which asks the API whether the flag is true.
 */
import { startSearch } from './search/trigger.ts';
import { followSessionFlag, readSessionFlag } from './session-flag.ts';
import { startTheme } from './theme.ts';

startTheme();
startMenus();
startSearch();
if (readSessionFlag()) void import('./session-keeper.ts').then((keeper) => keeper.keepSession());
// Signing in or out in another tab: what a page holds for one person must not stay for the next.
followSessionFlag(() => {
  if (document.querySelector('[data-personal]')) location.reload();
});

/** Open menus close on Escape and on a click elsewhere. */
function startMenus(): void {
  const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]');
  document.addEventListener('click', (event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(event.target as Node)) menu.open = false;
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  });
}
