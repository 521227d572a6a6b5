import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { ISLAND_STYLE } from './island-style.ts';
import { ownPolicy, policyTag } from './own-policy.ts';

/** Routes of which a site has thousands of pages that hardly anybody begins with. */
const furtherPage = /\/page\/\[/;
const HASH_LETTERS = 10;

/**
 * The Astro adapter of this project: its server entry renders one page to a string for the
 * publisher and listens to nothing. See api/publisher/README.md for who calls it.
 */
export function publisherAdapter(): AstroIntegration {
  let clientFolder: URL;
  return {
    name: 'publisher-adapter',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const plain = fileURLToPath(new URL('./plain-http.ts', import.meta.url));
        const inject = {
          Request: [plain, 'PlainRequest'] as [string, string],
          Response: [plain, 'PlainResponse'] as [string, string],
        };
        // The server entry runs where NODE_ENV may be unset, and React would then run its development code.
        const define = { 'process.env.NODE_ENV': '"production"' };
        updateConfig({
          vite: {
            ...(command === 'build' && {
              environments: { ssr: { define }, prerender: { define } },
            }),
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
      // Styles inside of a page spare the first one of a visit a round trip. The further pages of lists
      // come after others, and half of each of them would be the same styles.
      'astro:build:ssr': ({ manifest }) => {
        const client = new URL('_assets/', clientFolder);
        mkdirSync(client, { recursive: true });
        for (const route of manifest.routes) {
          if (!furtherPage.test(route.routeData.route)) continue;
          route.styles = route.styles.map((style) => {
            if (style.type !== 'inline') return style;
            const hash = createHash('sha256').update(style.content).digest('hex');
            const name = `further-page.${hash.slice(0, HASH_LETTERS)}.css`;
            writeFileSync(new URL(name, client), style.content);
            return { type: 'external', src: `/_assets/${name}` };
          });
        }
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!name.endsWith('.html')) continue;
          const file = path.join(folder, name);
          const page = readFileSync(file, 'utf8').replace(ISLAND_STYLE, '');
          if (!policyTag.test(page)) continue;
          const own = ownPolicy(page);
          writeFileSync(
            file,
            page.replace(policyTag, () => own),
          );
        }
      },
      'astro:config:done': ({ config, setAdapter }) => {
        clientFolder = config.build.client;
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
