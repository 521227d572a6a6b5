import type { Plugin } from 'vite';

const CALL = '__vitePreload(';
const END = ', __VITE_PRELOAD__)';

/**
 * Returns the code with a plain `import(…)` in place of each call of Vite's preload helper. Its argument is a function
 * that returns the import, or that awaits it and returns the exports that are used.
 */
function unwrapImports(code: string): string {
  const [start = '', ...calls] = code.split(CALL);
  const unwrapped = calls.map((call) => {
    const [from, end] = [call.indexOf('import('), call.indexOf(END)];
    if (from < 0 || end < from) return CALL + call;
    const to = call.startsWith('async') ? call.indexOf(';', from) : end;
    return call.slice(from, to) + call.slice(end + END.length);
  });
  return start + unwrapped.join('');
}

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
    renderChunk: (code) => ({ code: unwrapImports(code), map: null }),
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
