import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { minifySync } from 'rolldown/utils';
import { drawOgImage } from './api/images/draw-og-image.ts';
import { makeVariants } from './api/images/make-variants.ts';
import { builtImages } from './site/adapter/built-images.ts';
import {
  clientIntent,
  injectedRoutes,
  publisherAdapter,
} from './site/adapter/publisher-adapter.ts';
import {
  externalIslandCode,
  flatImports,
  plainImports,
  reactInRenderer,
  reactRenderer,
} from './site/adapter/vite-plugins.ts';

// The address is only known when the owner runs the site: published pages get it as
// `locals.origin`, and in built pages a release puts it in the place of this one.
const site = process.env.SITE_ORIGIN ?? 'http://localhost:3000';

// Only api/commands/build.ts with --styleguide asks for it, on behalf of `make dev`; its tests build
// nothing else.
const styleguide = ['yes', 'only'].includes(process.env.WITH_STYLEGUIDE);
const srcDir = process.env.WITH_STYLEGUIDE === 'only' ? './site/styleguide' : './site';

// The one inline script, and the style that puts the cascade layers in order before any other
// style arrives. Document.astro writes the same into the page, so hash and content cannot drift apart.
const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
const beforeFirstPaint = minifySync(
  'before-first-paint.js',
  read('./site/scripts/before-first-paint.js'),
).code;
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

// Making an image takes a second; the result is cached until the file changes.
const imagesCache = fileURLToPath(new URL('./node_modules/.cache/images', import.meta.url));

/**
 * Files of scripts, each with the modules that are used together: of several files, each of a few hundred bytes, the
 * last would arrive a round trip after the first, and each would be compressed without knowing the others. A module
 * brings what it imports, unless an earlier group has it.
 */
const groups = Object.entries({
  // Every page.
  core: /preload-helper|site\/(client\/(hydrate|intent|page-events|storage)|scripts\/(page-start|telemetry))\.ts|pluralize\.ts/,
  shared:
    /contracts\/(avatar|name-hash)\.ts|site\/(format\/(dates|initials|links)|client\/(liked-games|load-styles|session-flag|slow-notice|stored-json))\.ts/,
  requests: /node_modules\/nanostores\/|site\/(client\/api-client|stores\/(session|toasts))\.ts/,
  // The first island that is used.
  react:
    /node_modules\/(react|react-dom|scheduler|@astrojs\/react|@nanostores\/react)\/|site\/(client\/add-styles|format\/announcement)\.ts|site\/islands\/ui\/(BusyButton|Icon|use-dialog|use-fetch|LoadFailed|Avatar)\.tsx?/,
  live: /site\/stores\/live\.ts/,
  comments:
    /site\/(islands\/comment-thread\/(Comment|CommentsPanel)\.tsx|stores\/(comments|comment-loading|live-comments|sent-comments)\.ts)/,
  // Users who are signed in.
  session: /site\/(client\/session-notices|scripts\/session-startup)\.ts/,
  header: /site\/scripts\/show-counts\.ts|site\/stores\/(cart|notifications)\.ts/,
}).map(([name, test], at, all) => ({ name, test, priority: all.length - at }));

/**
 * Makes Chromium compile the functions of React and of larger islands while it loads the file, in another thread. Compiled at
 * the first call, they are a quarter of the time from the first press to its effect on a slow phone.
 */
const compileHint = ({ name, facadeModuleId }) =>
  name === 'react' ||
  /site\/islands\/(?!article|comment-thread|editor|toasts).*\.tsx$/.test(facadeModuleId ?? '')
    ? '//# allFunctionsCalledOnLoad\n'
    : '';

export default defineConfig({
  site,
  srcDir,
  publicDir: './site/public',
  outDir: './dist',
  output: 'server',
  adapter: publisherAdapter(),
  integrations: [
    // The publisher needs a page as one string.
    react({ experimentalDisableStreaming: true }),
    clientIntent(),
    mdx(),
    injectedRoutes({ styleguide }),
    builtImages({ makeVariants, drawOgImage }, imagesCache),
  ],
  trailingSlash: 'never',
  build: { format: 'directory', inlineStylesheets: 'always', assets: '_assets' },
  devToolbar: { enabled: false },
  // The article pages carry their own prose styles and no highlighter in the browser.
  markdown: { syntaxHighlight: false },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
      scriptDirective: { hashes: [hashOf(beforeFirstPaint)] },
      styleDirective: { hashes: [hashOf(read('./site/styles/layers.css'))] },
    },
  },
  vite: {
    define: { BEFORE_FIRST_PAINT: JSON.stringify(beforeFirstPaint) },
    plugins: [
      reactRenderer(),
      externalIslandCode(),
      plainImports(),
      flatImports(),
      reactInRenderer(),
    ],
    // The publisher loads this bundle from the release folder, where no node_modules exists.
    ssr: { noExternal: true },
    environments: {
      prerender: { resolve: { noExternal: true } },
      client: {
        // React's development bundle reports where hydration finds other markup than it renders.
        ...(process.env.REACT_BUNDLE === 'development' && {
          define: { 'process.env.NODE_ENV': '"development"' },
        }),
        build: {
          rolldownOptions: {
            output: { codeSplitting: { groups }, postBanner: compileHint },
          },
        },
      },
    },
    build: {
      // Fonts, images and scripts stay files of their own: cached once, and outside the HTML.
      assetsInlineLimit: 0,
      // Browsers that know light-dark() and cascade layers; older ones would need every colour twice.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    },
  },
});
