import type { Locator, Page, Route } from '@playwright/test';

/** Waits until the whole page has a layout, see site/scripts/page-start.ts. */
export const waitForLayout = (page: Page): Promise<void> =>
  page.locator('html:not([data-top])').waitFor({ state: 'attached' });

/** Scrolls to an element when the whole page has a layout: parts that get theirs later would move it. */
export async function scrollTo(element: Locator): Promise<void> {
  await waitForLayout(element.page());
  await element.scrollIntoViewIfNeeded();
}

/** Returns true if the note about slow loading in `place` is visible `ms` milliseconds after loading started. */
export function isSlowNoteShown(place: Locator, ms: number): Promise<boolean> {
  return place.locator('.slow').evaluate((note, ms) => {
    for (const animation of note.getAnimations()) {
      animation.pause();
      animation.currentTime = ms;
    }
    const isShown = note.checkVisibility({ visibilityProperty: true });
    return isShown && note.getBoundingClientRect().height > 0;
  }, ms);
}

/**
 * Waits until an element is added to the page.
 * @returns the text of the element that has the focus at that moment and would receive the next key
 */
export function focusAtOpening(page: Page, selector: string): Promise<string | null> {
  return page.evaluate(
    (selector) =>
      new Promise<string | null>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector(selector)) return;
          observer.disconnect();
          resolve(document.activeElement?.textContent ?? null);
        }).observe(document, { childList: true, subtree: true });
      }),
    selector,
  );
}

/** Records the texts of a live region. @returns a function that returns them so far */
export async function recordTexts(region: Locator): Promise<() => Promise<string[]>> {
  const texts = await region.evaluateHandle((element) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  return () => texts.jsonValue();
}

/** Pauses matching requests until the returned function is called; later requests pass at once. */
export async function pauseRequests(
  page: Page,
  pattern: string | RegExp,
  end: 'abort' | 'continue' = 'continue',
): Promise<() => Promise<void>> {
  const pausedRoutes: Route[] = [];
  let isPausing = true;
  await page.route(pattern, async (route) => {
    if (isPausing) pausedRoutes.push(route);
    else await route[end]();
  });
  return async () => {
    isPausing = false;
    await Promise.all(pausedRoutes.splice(0).map((route) => route[end]()));
  };
}
