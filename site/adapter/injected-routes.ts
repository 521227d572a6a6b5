import type { AstroIntegration } from 'astro';

interface Options {
  /** Whether to have /styleguide, which is for those who work on the site and no part of a release. */
  styleguide: boolean;
}

/** Routes that are no part of a release. */
export function injectedRoutes({ styleguide }: Options): AstroIntegration {
  return {
    name: 'injected-routes',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
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
