import { fileURLToPath } from 'node:url';
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

/** Adds the directive `client:intent`, see site/client/intent.ts. */
export function clientIntent(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'intent',
          entrypoint: fileURLToPath(new URL('../client/intent.ts', import.meta.url)),
        });
      },
    },
  };
}
