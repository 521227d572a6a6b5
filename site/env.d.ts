/// <reference types="astro/client" />
import type { PublishedLocals } from '#contracts/page.ts';

declare global {
  namespace App {
    /** Empty on built pages; the publisher fills it for published ones. */
    interface Locals extends Partial<PublishedLocals> {}
  }
}
