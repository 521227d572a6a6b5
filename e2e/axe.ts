import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { laidOut } from './laid-out.ts';

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
 * The list that a slash opens is scrolled by the arrow keys of the text that controls it. axe knows this
 * of comboboxes alone, and a text of many lines is none.
 */
const scrolledFromTheText = /^scrollable-region-focusable at .*#cm-ac-/;

/** Returns what breaks a rule of axe on the page as it is, and the colours of the dark theme that do. */
export async function violationsOf(page: Page): Promise<string[]> {
  const light = await violationsInLight(page);
  return [...light, ...(await inDark(page, colourRules))];
}

/** Returns what breaks a rule of axe on the page as it is. */
export async function violationsInLight(page: Page): Promise<string[]> {
  // What is far below has no size of its own before, and seems to lie over what follows it.
  await laidOut(page);
  return run(page, allRules);
}

/** Returns what breaks a rule of axe in the dark theme of a page that is light. */
export async function violationsInDark(page: Page): Promise<string[]> {
  await laidOut(page);
  return inDark(page, allRules);
}

async function inDark(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await run(page, runOnly);
  await page.emulateMedia({ colorScheme: 'light' });
  return dark.map((violation) => `dark: ${violation}`);
}

/** Waits for the end of all transitions: they pass through colours that no theme has. */
const glided = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    // A cancelled transition has ended, too.
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });

/** Runs axe without AxeBuilder, which sends the 650 KB of axe twice for every run. */
async function run(page: Page, runOnly: RunOptions['runOnly']): Promise<string[]> {
  await glided(page);
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
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.filter((violation) => !scrolledFromTheText.test(violation));
}
