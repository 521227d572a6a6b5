import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { drawSharePicture } from './api/pictures/draw-share-picture.ts';
import { makeVariants } from './api/pictures/make-variants.ts';
import { builtPictures } from './site/adapter/built-pictures.ts';
import { clientIntent } from './site/adapter/client-intent.ts';
import { injectedRoutes } from './site/adapter/injected-routes.ts';
import { islandIdPrefix } from './site/adapter/island-id-prefix.ts';
import { publisherAdapter } from './site/adapter/publisher-adapter.ts';
import { smallPreload } from './site/adapter/small-preload.ts';
import { stripComments } from './site/adapter/strip-comments.ts';

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
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

// Making a picture takes a second; what was made of a file stays good until it changes.
const picturesCache = fileURLToPath(new URL('./node_modules/.cache/pictures', import.meta.url));

/** Files of scripts, each with the modules that are used together. */
const groups = Object.entries({
  // Every page.
  core: /preload-helper|site\/client\/(comment-address|hydrate|page-start|session-flag|show-toast|storage)\.ts|pluralize\.ts/,
  // The first island that is used.
  react:
    /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|@astrojs\/react)\/|islands\/ui\/(BusyButton|Icon|LineIcon|icon-shapes|use-dialog|use-loaded|LoadFailed|Avatar)\.tsx?/,
  // Pages for users who are signed in, and islands.
  session:
    /node_modules\/nanostores\/|site\/client\/(api-client|clear-drafts|first-login|liked-games|network-errors|session-\w+|stored-keys)\.ts|site\/stores\/session\.ts/,
  header: /site\/client\/(live|live-stream|show-counts)\.ts|site\/stores\/(cart|live|notifications)\.ts/,
  article: /site\/islands\/(article\/ReactionToggles|listening\/)|stores\/reactions\.ts/,
  comments: /site\/islands\/comment-thread\/(?!CommentDialog)|site\/stores\/(comment|sent-comments)/,
}).map(([name, test], at, all) => ({ name, test, priority: all.length - at }));

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
    builtPictures({ makeVariants, drawSharePicture }, picturesCache),
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
      scriptDirective: {
        hashes: [hashOf(stripComments(read('./site/client/before-first-paint.js')))],
      },
      styleDirective: { hashes: [hashOf(read('./site/styles/layers.css'))] },
    },
  },
  vite: {
    plugins: [islandIdPrefix(), smallPreload()],
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
            output: {
              // What is used together comes in one file: of several, each of a few hundred bytes, the last would
              // be there a round trip after the first, and each is compressed without knowing the others.
              codeSplitting: { groups },
            },
          },
        },
      },
    },
    build: {
      // Fonts, pictures and scripts stay files of their own: cached once, and outside the HTML.
      assetsInlineLimit: 0,
      // Browsers that know light-dark() and cascade layers; older ones would need every colour twice.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    },
  },
});
