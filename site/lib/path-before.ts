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

const askedPath = () => new URLSearchParams(location.search).get('next');

function leadBack(asked: string | null): string {
  const path = localPath(asked);
  return accountPages.test(path) ? '/' : path;
}

function pathOfReferrer(): string | null {
  if (!URL.canParse(document.referrer)) return null;
  const { origin, pathname, search } = new URL(document.referrer);
  return origin === location.origin ? pathname + search : null;
}
