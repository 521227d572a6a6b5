import { clearDrafts } from '../client/clear-drafts.ts';
import { hydrateWithin } from '../client/hydrate.ts';
import {
  isSessionKey,
  isUserChange,
  readSessionFlag,
  showSession,
  takeUserChange,
} from '../client/session-flag.ts';
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
  // The page of a guest may have been loaded after the session expired, and does not start one.
  if (event instanceof StorageEvent && isUserChange(event)) clearDrafts();
  const key = event instanceof StorageEvent ? event.key : undefined;
  if (key === undefined || key === 'theme') followTheme(showTheme);
  if (key === undefined) followReturn();
  else if (isSessionKey(key)) followSession(startSession);
}

/** A page from the back/forward cache contains data of the earlier user, in all its stores: a reload removes it. */
function followReturn(): void {
  const { session } = document.documentElement.dataset;
  const flag = readSessionFlag();
  const isOutdated = takeUserChange() || session !== (flag ?? undefined);
  showSession(flag);
  if (isOutdated || (flag && isPersonal())) reload();
}

const isPersonal = () => document.querySelector('[data-personal]') !== null;

/** Reloads the page unless it has unsaved work (islands/ui/use-leave-guard.ts). */
function reload(): void {
  if (!document.querySelector('[data-unsaved]')) location.reload();
}

function followTheme(showTheme: () => void): void {
  const { dataset } = document.documentElement;
  const theme = readStored('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  else delete dataset.theme;
  showTheme();
}

/** After a sign-in or sign-out in another tab, a reload removes the data from personal pages. */
function followSession(startSession: () => void): void {
  const flag = readSessionFlag();
  showSession(flag);
  if (isPersonal()) reload();
  else if (flag) startSession();
  const reactions = document.querySelector<HTMLElement>('[data-reactions]');
  if (reactions) {
    // The island shows the likes as well.
    hydrateWithin(reactions);
    void import('./own-reactions.ts').then(({ loadReactions }) =>
      loadReactions(reactions.dataset.reactions ?? ''),
    );
  }
}
