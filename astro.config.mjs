import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { publisherAdapter } from './site/adapter/publisher-adapter.ts';

// The address is only known when the owner runs the site, so canonical links are made from
// `locals.site` by the publisher and from SITE_URL here for the built pages.
const site = process.env.SITE_URL ?? 'http://localhost:3000';

export default defineConfig({
  site,
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'server',
  adapter: publisherAdapter(),
  integrations: [react(), mdx()],
  trailingSlash: 'never',
  build: { format: 'directory', inlineStylesheets: 'always', assets: '_assets' },
  // The article pages carry their own prose styles and no highlighter in the browser.
  markdown: { syntaxHighlight: false },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
    },
  },
  vite: {
    // The publisher loads this bundle from the release folder, where no node_modules exists.
    ssr: { noExternal: true },
  },
});
