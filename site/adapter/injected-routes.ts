import type { AstroIntegration } from 'astro';

/** Routes that cannot be files of pages/: Astro passes by folders that begin with an underscore. */
export function injectedRoutes(): AstroIntegration {
  return {
    name: 'injected-routes',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({
          // Below /_assets/ files are cached for good.
          pattern: '/_assets/technologies.[version].svg',
          entrypoint: './site/lib/home/icon-sheet-file.ts',
        });
      },
    },
  };
}
