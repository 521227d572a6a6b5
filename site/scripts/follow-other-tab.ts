import { hydrateWithin } from '../client/hydrate.ts';
import { isSessionKey, readSessionFlag, showSession } from '../client/session-flag.ts';
import { readStored } from '../client/storage.ts';

/**
 * Follows changes of theme and session in another tab.
 * @param event change of the storage, or the return of the page from the back/forward cache
 */
export function followOtherTab(
  event: Event,
  showTheme: () => void,
  startSession: () => void,
): void {
  const key = event instanceof StorageEvent ? event.key : undefined;
  if (key === undefined || key === 'theme') followTheme(showTheme);
  // While the page was in the cache, another account may have signed in.
  const { session } = document.documentElement.dataset;
  if (key === undefined ? session || readSessionFlag() : isSessionKey(key))
    followSession(startSession);
}

function followTheme(showTheme: () => void): void {
  const { dataset } = document.documentElement;
  const theme = readStored('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  else delete dataset.theme;
  showTheme();
}

/**
 * After a sign-in or sign-out in another tab, a reload removes personal data from the page. Pages with unsaved work
 * do not reload (islands/editor/drafts/use-drafts.ts).
 */
function followSession(startSession: () => void): void {
  const flag = readSessionFlag();
  showSession(flag);
  if (document.querySelector('[data-personal]')) {
    if (!document.querySelector('[data-unsaved]')) location.reload();
  } else if (flag) startSession();
  const reactions = document.querySelector<HTMLElement>('[data-reactions]');
  if (reactions) {
    // The island shows the likes as well.
    hydrateWithin(reactions);
    void import('./own-reactions.ts').then(({ loadReactions }) =>
      loadReactions(reactions.dataset.reactions ?? ''),
    );
  }
}
