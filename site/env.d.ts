/// <reference types="astro/client" />
import type { PublishedLocals } from '#contracts/page.ts';

declare global {
  /** The minified site/scripts/before-first-paint.js, see astro.config.mjs. */
  const BEFORE_FIRST_PAINT: string;

  namespace App {
    /** Empty on built pages; the publisher fills it for published ones. */
    interface Locals extends Partial<PublishedLocals> {}
  }
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates when a visitor is about to use the island, see site/client/intent.ts. */
    'client:intent'?: boolean | { draft: string };
  }
}
