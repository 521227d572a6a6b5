const loading = new Map<string, Promise<void>>();

/**
 * Adds a style sheet to the end of the page, once, and waits for it. Unstyled is better than nothing. React's own
 * `precedence` would put the sheet before the order of the cascade layers, which would then be another one.
 */
export function loadStyles(href: string): Promise<void> {
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
