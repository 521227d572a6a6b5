import type { AstroIntegration } from 'astro';

interface Options {
  /** Whether to have /styleguide, which is for those who work on the site and no part of a release. */
  styleguide: boolean;
}

/** Routes that cannot be files of pages/: Astro passes by folders that begin with an underscore. */
export function injectedRoutes({ styleguide }: Options): AstroIntegration {
  return {
    name: 'injected-routes',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({
          // Below /_assets/ files are cached for good.
          pattern: '/_assets/technologies.[version].svg',
          entrypoint: './site/adapter/icon-sheet-route.ts',
        });
        if (styleguide) {
          injectRoute({
            pattern: '/styleguide',
            entrypoint: './site/styleguide/Styleguide.astro',
          });
        }
      },
    },
  };
}
