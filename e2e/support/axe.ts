import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { waitForLayout } from './waits.ts';

const allRules: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Rules whose result can differ between the light and the dark theme of a page. */
const colourRules: RunOptions['runOnly'] = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
};

/**
 * The arrow keys of the text field scroll the list of blocks. axe accepts this only for comboboxes, and a
 * multi-line text field cannot be one.
 */
const isScrolledFromTextField = /^scrollable-region-focusable at .*#cm-ac-/;

/** Returns violations of axe rules on the page, and violations of colour rules in its dark theme. */
export async function violationsOf(page: Page): Promise<string[]> {
  const light = await violationsInLight(page);
  return [...light, ...(await runInDarkTheme(page, colourRules))];
}

/** Returns violations of axe rules on the page in its present theme. */
export async function violationsInLight(page: Page): Promise<string[]> {
  // Without a layout, content far below has no size and seems to overlap the content after it.
  await waitForLayout(page);
  return runAxe(page, { runOnly: allRules });
}

/** Returns violations of axe rules in the dark theme of a light page. */
export async function violationsInDark(page: Page): Promise<string[]> {
  await waitForLayout(page);
  return runInDarkTheme(page, allRules);
}

async function runInDarkTheme(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  // Style sheets are the same in both themes, and the run in the light theme has read them.
  const violations = await runAxe(page, { runOnly, preload: false });
  await page.emulateMedia({ colorScheme: 'light' });
  return violations.map((violation) => `dark: ${violation}`);
}

/** Waits for the end of all transitions, because their intermediate colours belong to no theme. */
const waitForTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const transitions = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    // A cancelled transition rejects.
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });

/** Runs axe. AxeBuilder would send the 650 KB of axe twice in each run. */
async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  await waitForTransitions(page);
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  }
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${id} at ${target.join(' ')}`),
      );
    },
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.filter((violation) => !isScrolledFromTextField.test(violation));
}
