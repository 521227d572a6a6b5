import type { AstroIntegration } from 'astro';

interface Options {
  /** True to include /styleguide, which is for developers and not part of a release. */
  styleguide: boolean;
}

/** Routes that are not part of a release. */
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
