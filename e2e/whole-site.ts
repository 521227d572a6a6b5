import { test as base, expect } from '@playwright/test';
import { laidOut } from './laid-out.ts';
import { openSite, type Site, watchForTrouble } from './site.ts';

/**
 * Tests that only look: one site with the demo content for all of them that a worker runs. Pages are
 * opened by path, `page.goto('/about')`.
 */
export const test = base.extend<{ quiet: undefined }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads from it what a fixture needs.
    async ({}, use) => {
      const site = await openSite({ seed: 'demo', owned: true });
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // Looked at is what stands there in the end.
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...where) => {
      const answer = await goto(...where);
      await laidOut(page);
      return answer;
    };
    await use(page);
  },
  // No page breaks its policy, throws, or asks a third party.
  quiet: [
    async ({ context, site }, use) => {
      const complaints = watchForTrouble(context, site.url);
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
