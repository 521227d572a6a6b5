import { laidOut } from './laid-out.ts';
import { expect, lookingTest } from './site.ts';

/** Tests that look at every page there is. Pages are opened by path, `page.goto('/about')`. */
export const test = lookingTest.extend({
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
});

export { expect };
