import type { AstroIntegration } from 'astro';

/**
 * The Astro adapter of this project: its server entry renders one page to a string for the
 * publisher and listens to nothing. See api/publisher/README.md for who calls it.
 */
export function publisherAdapter(): AstroIntegration {
  return {
    name: 'publisher-adapter',
    hooks: {
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'publisher-adapter',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./render-entry.ts', import.meta.url),
          supportedAstroFeatures: {
            serverOutput: 'stable',
            staticOutput: 'stable',
            hybridOutput: 'stable',
            sharpImageService: 'stable',
          },
        });
      },
    },
  };
}
