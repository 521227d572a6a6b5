import { localPath } from './local-path.ts';

/** Pages that nobody wants to come back to after signing in. */
const accountPages =
  /^\/(login|register|forgot-password|reset-password|confirm-email|revert-email|invitation)([/?]|$)/;

/**
 * Where a reader was before they came to sign in: what the address says (`?next=`), else the page of
 * this site whose link they followed. `/` where neither is known or it lies elsewhere.
 */
export function pathBefore(): string {
  return leadBack(askedPath() ?? pathOfReferrer());
}

/** Where the address says to go after joining (`?next=`), else `/` as documented. */
export const pathAsked = (): string => leadBack(askedPath());

const askedPath = () => new URLSearchParams(location.search).get('next') ?? nextOfReferrer();

/** A link between account pages may be followed before a script has added `?next=` to it. */
function nextOfReferrer(): string | null {
  const from = referrerHere();
  return from && accountPages.test(from.pathname) ? from.searchParams.get('next') : null;
}

function leadBack(asked: string | null): string {
  const path = localPath(asked);
  return accountPages.test(path) ? '/' : path;
}

function pathOfReferrer(): string | null {
  const from = referrerHere();
  return from && from.pathname + from.search;
}

/** The page of this site whose link was followed. */
function referrerHere(): URL | null {
  if (!URL.canParse(document.referrer)) return null;
  const from = new URL(document.referrer);
  return from.origin === location.origin ? from : null;
}
