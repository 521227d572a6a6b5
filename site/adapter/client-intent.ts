import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

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
