import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * The Astro adapter of this project: its server entry renders one page to a string for the
 * publisher and listens to nothing. See api/publisher/README.md for who calls it.
 */
export function publisherAdapter(): AstroIntegration {
  return {
    name: 'publisher-adapter',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const plain = fileURLToPath(new URL('./plain-http.ts', import.meta.url));
        const inject = {
          Request: [plain, 'PlainRequest'] as [string, string],
          Response: [plain, 'PlainResponse'] as [string, string],
        };
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'plain-http',
                applyToEnvironment: ({ name }) => name === 'ssr',
                options: (options) => ({
                  ...options,
                  transform: { ...options.transform, inject },
                }),
              },
            ],
          },
        });
      },
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
