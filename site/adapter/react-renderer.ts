import type { Plugin } from 'vite';

const call = 'ReactDOM.renderToString(vnode)';

/**
 * Makes Astro's React renderer give each island of a page its own prefix of `useId`.
 *
 * Without streaming, version 7.0.0 of @astrojs/react writes the prefix into `<astro-island>` but does not
 * render with it: IDs of several islands collide, and hydration finds others than it renders.
 *
 * @throws {Error} while building if the renderer has changed; then look whether this is still necessary.
 */
export function islandIdPrefix(): Plugin {
  return {
    name: 'island-id-prefix',
    transform: {
      filter: { id: /@astrojs\/react\/dist\/server\.js/ },
      handler(code) {
        if (!code.includes(call)) throw new Error(`@astrojs/react no longer calls ${call}.`);
        return {
          code: code.replace(call, 'ReactDOM.renderToString(vnode, renderOptions)'),
          map: null,
        };
      },
    },
  };
}
