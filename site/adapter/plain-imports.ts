import type { Plugin } from 'vite';

/**
 * Leaves dynamic imports to the browser. Vite would list the files of each import to save one round trip: in
 * the first scripts of an article these lists and their code are 1 KB of 4 KB after gzip.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    configEnvironment: (name) => (name === 'client' ? { build: { modulePreload: false } } : null),
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => ({ code: 'export const __vitePreload = (load) => load();', map: null }),
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const names = file.type === 'chunk' && /\bm\.f=\[([^[\]]*)\]/.exec(file.code)?.[1];
        if (names) this.error(`${file.fileName} imports styles that nothing would fetch: ${names}`);
      }
    },
  };
}
