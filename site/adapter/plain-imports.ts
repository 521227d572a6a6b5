import type { Plugin } from 'vite';

/** Matches what Vite makes of `import(…)`: a function for its preload helper, which names the exports that are used. */
const wrappedImport =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^{}]*\} = await (import\([^()]*\)(?:\.then\(\(\w+\) => [\w.]+\))?);\s*return \{[^{}]*\};\s*\}|(import\([^()]*\)[^,]*)), ?__VITE_PRELOAD__\)/g;

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
    renderChunk: (code) => ({ code: code.replaceAll(wrappedImport, '$1$2'), map: null }),
    generateBundle(_, bundle) {
      const stylesOf = (name: string): string[] => {
        const file = bundle[name];
        if (file?.type !== 'chunk') return [];
        return [...(file.viteMetadata?.importedCss ?? []), ...file.imports.flatMap(stylesOf)];
      };
      for (const file of Object.values(bundle)) {
        const styles = file.type === 'chunk' && file.dynamicImports.flatMap(stylesOf).join(', ');
        if (styles)
          this.error(`${file.fileName} imports styles that nothing would fetch: ${styles}`);
      }
    },
  };
}
