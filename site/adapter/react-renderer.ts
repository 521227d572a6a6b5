import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const runtime = fileURLToPath(new URL('./render-once.ts', import.meta.url));

/** Parts of the renderer and their replacements. */
const changes: [string, string][] = [
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
      handler(code) {
        const changed = changes.reduce((text, [before, after]) => {
          if (!text.includes(before)) throw new Error(`@astrojs/react no longer calls ${before}`);
          return text.replace(before, after);
        }, code);
        return {
          code: `import { recognizeOnce, renderOnce } from ${JSON.stringify(runtime)};\n${changed}`,
          map: null,
        };
      },
    },
  };
}
