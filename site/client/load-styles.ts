const loading = new Map<string, Promise<void>>();

/**
 * Adds a style sheet to the end of the page once. An island calls it at module level, so that its styles are requested
 * together with its scripts. The promise, the same for each call, is fulfilled when the sheet has loaded or failed:
 * unstyled content is still usable. In the publisher nothing is loaded. React's `precedence` would insert the sheet
 * before the declaration of the cascade layers and change their order.
 */
export function loadStyles(href: string): Promise<void> {
  if (import.meta.env.SSR) return Promise.resolve();
  let loaded = loading.get(href);
  if (!loaded) {
    loaded = new Promise((resolve) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      link.onload = link.onerror = () => resolve();
      document.body.append(link);
    });
    loading.set(href, loaded);
  }
  return loaded;
}
