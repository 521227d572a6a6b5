const loading = new Map<string, Promise<void>>();

/** Adds a style sheet to the page, once, and waits for it. Unstyled is better than nothing. */
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
