import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { laidOut } from './laid-out.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What may differ between the light and the dark theme of a page. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * The list that a slash opens is scrolled by the arrow keys of the text that controls it. axe knows this
 * of comboboxes alone, and a text of many lines is none.
 */
const scrolledFromTheText = /^scrollable-region-focusable at .*#cm-ac-/;

const list = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>) =>
  violations
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
    .filter((violation) => !scrolledFromTheText.test(violation));

/** What breaks a rule of axe on the page as it is, and besides in the other theme. */
export async function violationsOf(page: Page): Promise<string[]> {
  return [...(await violationsInLight(page)), ...(await violationsInDark(page))];
}

/** What breaks a rule of axe on the page as it is. */
export async function violationsInLight(page: Page): Promise<string[]> {
  // What is far below has no size of its own before, and seems to lie over what follows it.
  await laidOut(page);
  return list(await (await axeOn(page)).withTags(tags).analyze());
}

/**
 * What breaks a rule of axe on a page whose light colours were looked at already, in another width: no
 * colour depends on it, and looking at colours takes most of the time.
 */
export async function violationsAtAnotherWidth(page: Page): Promise<string[]> {
  await laidOut(page);
  const light = await (await axeOn(page)).withTags(tags).disableRules(colourRules).analyze();
  return [...list(light), ...(await violationsInDark(page))];
}

async function violationsInDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await (await axeOn(page)).withRules(colourRules).analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  return list(dark).map((violation) => `dark: ${violation}`);
}

/** Waits until nothing glides any more: colours in between are nobody's. */
const glided = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    // One that is called off has ended, too.
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });

/** axe as it looks at a page: for those without frames, rules need not be gathered on a page of its own. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  await glided(page);
  // The builder sends its 650 KB twice for every look; where they are already, that is enough.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  return (
    new AxeBuilder({ page, ...(isThere && { axeSource: '0' }) })
      // Of what passed nobody reads where it stands.
      .options({ resultTypes: ['violations'] })
      .setLegacyMode(true)
  );
}
