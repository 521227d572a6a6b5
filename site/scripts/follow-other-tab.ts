import { hydrateWithin } from '../client/hydrate.ts';
import { isSessionKey, readSessionFlag, showSession } from '../client/session-flag.ts';

/** Follows a change of the theme or the session in another tab. */
export function followOtherTab(
  { key, newValue }: StorageEvent,
  showTheme: () => void,
  startSession: () => void,
): void {
  if (key === 'theme') {
    const { dataset } = document.documentElement;
    if (newValue === 'light' || newValue === 'dark') dataset.theme = newValue;
    else delete dataset.theme;
    showTheme();
  }
  if (isSessionKey(key)) followSession(startSession);
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
