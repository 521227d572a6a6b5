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
  document.addEventListener('prerenderingchange', count);
  if (!(document as { prerendering?: boolean }).prerendering) count();
  window.navigation?.addEventListener('currententrychange', count);
  // For browsers without the Navigation API.
  addEventListener('popstate', count);
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
export function isTrackingDisabled(): unknown {
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl || webdriver;
}
