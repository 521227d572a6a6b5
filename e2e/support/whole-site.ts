import type { Page } from '@playwright/test';
import type { SitePage } from '../../api/testing/site-pages.ts';
import { expect, readOnlyTest } from './site.ts';
import { waitForLayout } from './waits.ts';

/** Test function for tests of many pages. Pages are opened by path: `page.goto('/about')`. */
export const test = readOnlyTest.extend({
  // Waits for the final layout after each navigation.
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...args) => {
      const response = await goto(...args);
      await waitForLayout(page);
      await waitForContent(page);
      return response;
    };
    await use(page);
  },
});

/** Waits until no part of a page is loading. */
const waitForContent = (page: Page): Promise<void> =>
  expect(
    page.locator('.skeleton, [data-personal] [aria-busy=true]').filter({ visible: true }),
  ).toHaveCount(0);

/** Returns the tags of the test of a page or state. `make test` runs only typical ones. */
export const tagOf = ({ typical }: Pick<SitePage, 'typical'>): string[] =>
  typical ? [] : ['@verify'];

/**
 * Splits pages into groups for tests that open a group one page after the other: the typical pages, and the
 * others for `make verify`.
 * @param size maximum number of pages in a group
 */
export function selectionsOf(pages: SitePage[], size = pages.length) {
  const split = (some: string, selected: SitePage[], tag: string[]) => {
    const count = Math.ceil(selected.length / size);
    return Array.from({ length: count }, (_, index) => ({
      some: count === 1 ? some : `${some} (${index + 1} of ${count})`,
      // Takes every count-th page, because neighbours in the table are of the same kind and take the same time.
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
