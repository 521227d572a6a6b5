import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const runtime = fileURLToPath(new URL('./render-once.ts', import.meta.url));

/** Parts of the renderer, and what they become. */
const changes: [string, string][] = [
  [
    // Version 7.0.0 writes the prefix into `<astro-island>` but does not render with it without streaming: IDs of
    // several islands collide, and hydration finds others than it renders.
    'html = ReactDOM.renderToString(vnode);',
    'html = renderOnce(Component, newProps, prefix, () => ReactDOM.renderToString(vnode, renderOptions));',
  ],
  [
    // Renders each component of each page a second time, to see that it is one of React.
    'await renderToStaticMarkup.call(this, Tester, props, children);\n  return isReactComponent;',
    `return recognizeOnce(Component, async () => {
    // Without the page, of which it would take a prefix.
    await renderToStaticMarkup.call(undefined, Tester, props, children);
    return isReactComponent;
  });`,
  ],
];

/**
 * Makes Astro's React renderer give each island of a page its own prefix of `useId`, and render what is the same on many
 * pages once (render-once.ts).
 *
 * @throws {Error} while building if the renderer has changed; then look whether this is still necessary.
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
