import type { AstroIntegration } from 'astro';

interface Options {
  /** True to include /styleguide, which is for developers and not part of a release. */
  styleguide: boolean;
}

/** Routes that cannot be files of pages/, because Astro ignores folders that begin with an underscore. */
export function injectedRoutes({ styleguide }: Options): AstroIntegration {
  return {
    name: 'injected-routes',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({
          // Files below /_assets/ are cached permanently.
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
