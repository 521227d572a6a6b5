import type { Plugin } from 'vite';

/** Asks for the files that a module imports, so that they arrive together with it, and then for the module. */
const helper = `
export const __vitePreload = (load, paths = []) => {
  for (const path of paths) {
    const href = '/' + path;
    if (document.querySelector('link[href="' + href + '"]')) continue;
    const rel = path.endsWith('.css') ? 'stylesheet' : 'modulepreload';
    document.head.append(Object.assign(document.createElement('link'), { rel, href }));
  }
  return load();
};`;

/**
 * Replaces Vite's helper for dynamic imports. It is in the first script of every page, and 0.6 KB of it after gzip serve
 * browsers, policies and events that this site does not have.
 */
export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => ({ code: helper, map: null }),
    },
  };
}
