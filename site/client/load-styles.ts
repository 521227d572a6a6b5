const loading = new Map<string, Promise<void>>();

/**
 * Adds a style sheet to the end of the page once and waits until it has loaded or failed: unstyled content is still
 * usable. React's `precedence` would insert the sheet before the declaration of the cascade layers and change their
 * order.
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
