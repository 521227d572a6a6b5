/** Pages that are no useful target after signing in. */
const accountPages =
  /^\/(login|register|forgot-password|reset-password|confirm-email|revert-email|invitation)([/?]|$)/;

/**
 * Returns the path to open after signing in: `?next=`, else the referring page of this site, else `/`.
 * Pages of other sites and account pages become `/`.
 */
export function returnPath(): string {
  return toReturnPath(nextPath() ?? referrerPath());
}

/** Returns the path to open after signing up: `?next=`, else `/` as documented. */
export const requestedReturnPath = (): string => toReturnPath(nextPath());

const nextPath = () => new URLSearchParams(location.search).get('next') ?? nextOfReferrer();

/** Returns `?next=` of the referring account page: a link may be followed before a script adds it. */
function nextOfReferrer(): string | null {
  const referrer = localReferrer();
  return referrer && accountPages.test(referrer.pathname)
    ? referrer.searchParams.get('next')
    : null;
}

function toReturnPath(requestedPath: string | null): string {
  const path = localPath(requestedPath);
  return accountPages.test(path) ? '/' : path;
}

function referrerPath(): string | null {
  const referrer = localReferrer();
  return referrer && referrer.pathname + referrer.search;
}

/** Returns the referring page if it belongs to this site. */
function localReferrer(): URL | null {
  if (!URL.canParse(document.referrer)) return null;
  const referrer = new URL(document.referrer);
  return referrer.origin === location.origin ? referrer : null;
}

/**
 * Returns a path of this site unchanged, and `/` for anything that a browser could read as another
 * host: `//x` or `/\x`, with or without control characters.
 */
function localPath(path: string | null): string {
  if (!path?.startsWith('/')) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove these from URLs.
  if (/[\u0000-\u0020\\\u007f]/.test(path) || path.startsWith('//')) return '/';
  return path;
}
