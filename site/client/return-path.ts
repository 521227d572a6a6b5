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

/**
 * Returns a path of this site unchanged, and `/` for anything that a browser could read as another
 * host: `//x` or `/\x`, with or without control characters.
 */
function localPath(path: string | null): string {
  if (!path?.startsWith('/')) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside an address.
  if (/[\u0000-\u0020\\\u007f]/.test(path) || path.startsWith('//')) return '/';
  return path;
}
