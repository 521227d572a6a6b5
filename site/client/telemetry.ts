/**
 * Reports a page view to the API, and another one whenever the URL changes. Stores nothing in the
 * browser: docs/decisions/0004-page-views.md.
 */
export function startCounting(): void {
  let last = '';
  let referrer = document.referrer;
  const count = () => {
    const { pathname: path, search: query } = location;
    if (last === path + query) return;
    last = path + query;
    beacon('/api/views', { path, query, referrer });
    referrer = '';
  };
  // A prerendered page counts when the visitor opens it.
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', count, { once: true });
  else count();
  const { navigation } = window;
  if (navigation) navigation.addEventListener('currententrychange', count);
  else addEventListener('popstate', count);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    last = '';
    count();
  });
}

/** Sends data without waiting for the response, also while the page unloads. */
export function beacon(path: string, data: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(data)], { type: 'application/json' }));
}

/** True if the browser asks not to be tracked, or if a program controls it. */
export function isTrackingDisabled(): boolean {
  const browser = navigator as Navigator & { globalPrivacyControl?: boolean };
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true || browser.webdriver;
}
