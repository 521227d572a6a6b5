import type { Page } from '@playwright/test';
import type { SitePage } from '../api/testing/site-pages.ts';
import { laidOut } from './laid-out.ts';
import { expect, lookingTest } from './site.ts';

/** Tests that look at many pages. Pages are opened by path, `page.goto('/about')`. */
export const test = lookingTest.extend({
  // Looked at is what stands there in the end.
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...where) => {
      const answer = await goto(...where);
      await laidOut(page);
      await hasLoaded(page);
      return answer;
    };
    await use(page);
  },
});

/** Waits until nothing of a page says that it is still loading. */
const hasLoaded = (page: Page): Promise<void> =>
  expect(
    page.locator('.skeleton, [data-personal] [aria-busy=true]').filter({ visible: true }),
  ).toHaveCount(0);

/** Returns the tags of a test of one page or state: `make test` runs those of typical ones alone. */
export const tagOf = ({ typical }: Pick<SitePage, 'typical'>): string[] =>
  typical ? [] : ['@verify'];

/**
 * Splits pages for tests that open one after the other: typical ones, and others for `make verify`.
 * @param size most pages of a test
 */
export function selectionsOf(pages: SitePage[], size = pages.length) {
  const split = (some: string, selected: SitePage[], tag: string[]) => {
    const count = Math.ceil(selected.length / size);
    return Array.from({ length: count }, (_, index) => ({
      some: count === 1 ? some : `${some} (${index + 1} of ${count})`,
      // Every count-th page: neighbours in the table are of one kind and cost the same.
      pages: selected.filter((_, at) => at % count === index),
      tag,
    }));
  };
  return [
    ...split(
      'typical',
      pages.filter(({ typical }) => typical),
      [],
    ),
    ...split(
      'other',
      pages.filter(({ typical }) => !typical),
      ['@verify'],
    ),
  ];
}

export { expect };
