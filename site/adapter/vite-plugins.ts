import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const runtime = fileURLToPath(new URL('./render-once.ts', import.meta.url));

/** Parts of Astro's React renderer and their replacements. */
const rendererChanges: [string, string][] = [
  [
    // Version 7.0.0 writes the prefix into `<astro-island>` but ignores it when rendering without streaming:
    // IDs of several islands collide, and hydration finds other IDs than were rendered.
    'html = ReactDOM.renderToString(vnode);',
    'html = renderOnce(Component, newProps, prefix, () => ReactDOM.renderToString(vnode, renderOptions));',
  ],
  [
    // The original renders each component of each page a second time to check that it is a React component.
    'await renderToStaticMarkup.call(this, Tester, props, children);\n  return isReactComponent;',
    `return recognizeOnce(Component, async () => {
    // Called without the page, whose prefix it would use.
    await renderToStaticMarkup.call(undefined, Tester, props, children);
    return isReactComponent;
  });`,
  ],
];

/**
 * Patches Astro's React renderer: each island of a page gets its own `useId` prefix, and markup that is the
 * same on many pages is rendered once (render-once.ts).
 * @throws {Error} during the build if the renderer has changed; check then whether the patch is still needed
 */
export function reactRenderer(): Plugin {
  return {
    name: 'react-renderer',
    transform: {
      filter: { id: /@astrojs\/react\/dist\/server\.js/ },
      handler: (code) => ({
        code: `import { recognizeOnce, renderOnce } from ${JSON.stringify(runtime)};\n${replaceParts(code, rendererChanges)}`,
        map: null,
      }),
    },
  };
}

/** Marks in Astro's function that returns the inline code for the islands of a page. */
const INLINE_CODE_START = 'function getPrescripts(result, type, directive) {';

/**
 * Removes the inline code that Astro writes before the first island of a page: five kilobytes in each page, before its
 * text. The script of all pages contains the code for `<astro-island>` and the directive `client:intent` instead
 * (layouts/Document.astro), and styles/base.css the style. Other directives stay inline.
 * @throws {Error} during the build if Astro has changed
 */
export function externalIslandCode(): Plugin {
  return {
    name: 'external-island-code',
    applyToEnvironment: ({ name }) => name !== 'client',
    transform: {
      filter: { id: /astro\/dist\/runtime\/server\/scripts\.js/ },
      handler: (code) => ({
        code: replaceParts(code, [
          [
            INLINE_CODE_START,
            `${INLINE_CODE_START} if (directive === 'intent') return ''; type = 'directive';`,
          ],
        ]),
        map: null,
      }),
    },
  };
}

function replaceParts(code: string, changes: [string, string][]): string {
  return changes.reduce((text, [before, after]) => {
    if (!text.includes(before)) throw new Error(`Astro no longer contains ${before}`);
    return text.replace(before, () => after);
  }, code);
}

const CALL = '__vitePreload(';
const END = ', __VITE_PRELOAD__)';

/**
 * Returns the code with a plain `import(…)` in place of each call of Vite's preload function. Its argument is a function
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

/** Matches the import of a part of another file, as in a file that only exports that part as its default. */
const ONE_IMPORT = /\{\s*(\w+) as \w+\s*\}\s*from\s*"\.\/([^"]+)"/;

/**
 * Puts React into the file that each island names as its renderer, so that the browser requests it at the first press,
 * together with the island. Rolldown makes that file an import of the one with React, a round trip later.
 * @throws {Error} during the build if the files have another form
 */
export function reactInRenderer(): Plugin {
  return {
    name: 'react-in-renderer',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk');
      const renderer = files.find((file) => file.facadeModuleId?.includes('@astrojs/react'));
      const [, part, source = ''] = ONE_IMPORT.exec(renderer?.code ?? '') ?? [];
      const react = files.find(({ fileName }) => path.basename(fileName) === source);
      if (!renderer || !react) return this.error('The renderer of React is no import of one file.');
      const end = react.code.lastIndexOf('export');
      const exports = react.code.slice(end).matchAll(/\b(\w+) as (\w+)/g);
      const [, variable] = [...exports].find(([, , name]) => name === part) ?? [];
      if (variable === undefined) this.error(`${source} does not export ${part}.`);
      renderer.code = `${react.code}\nexport{${variable} as default};`;
      delete bundle[react.fileName];
      const target = path.basename(renderer.fileName);
      for (const file of files) file.code = file.code.replaceAll(`"./${source}"`, `"./${target}"`);
    },
  };
}

/**
 * Makes the file of each island import all files that it needs, also indirectly, so that the browser requests them
 * together and not one after the other. They arrive while React is loading.
 */
export function flatImports(): Plugin {
  return {
    name: 'flat-imports',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const importsOf = (name: string): string[] => {
        const file = bundle[name];
        if (file?.type !== 'chunk') return [];
        return file.imports.flatMap((imported) => [imported, ...importsOf(imported)]);
      };
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk' || !file.facadeModuleId?.endsWith('.tsx')) continue;
        for (const imported of new Set(importsOf(name))) {
          if (!file.imports.includes(imported))
            file.code += `import"./${path.basename(imported)}";`;
        }
      }
    },
  };
}
