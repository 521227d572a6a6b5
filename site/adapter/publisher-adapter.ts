import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pageCsp, policyTag } from './page-markup.ts';

/** Routes with thousands of pages that are rarely the first page of a visit. */
const furtherPagePattern = /\/page\/\[/;
const HASH_LETTERS = 10;

/**
 * The Astro adapter of this project. Its server entry renders one page to a string for the publisher and
 * opens no port. See api/publisher/README.md for its callers.
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
        // NODE_ENV may be unset where the server entry runs, and React would then use its development build.
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
      // Inline styles save the first page of a visit a round trip. Further pages of lists follow other pages,
      // and half of their size would be repeated styles.
      'astro:build:ssr': ({ manifest }) => {
        const client = new URL('_assets/', clientFolder);
        mkdirSync(client, { recursive: true });
        for (const route of manifest.routes) {
          if (!furtherPagePattern.test(route.routeData.route)) continue;
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
          const page = readFileSync(file, 'utf8');
          if (!policyTag.test(page)) continue;
          const own = pageCsp(page);
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
