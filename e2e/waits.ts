import type { Locator, Page, Route } from '@playwright/test';

/** Waits until the whole page has a layout, see site/client/page-start.ts. */
export const waitForLayout = (page: Page): Promise<void> =>
  page.locator('html:not([data-top])').waitFor({ state: 'attached' });

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

/** Holds matching requests until the returned function is called; later requests pass at once. */
export async function holdRequests(
  page: Page,
  pattern: string | RegExp,
  end: 'abort' | 'continue' = 'continue',
): Promise<() => Promise<void>> {
  const heldRoutes: Route[] = [];
  let isHolding = true;
  await page.route(pattern, async (route) => {
    if (isHolding) heldRoutes.push(route);
    else await route[end]();
  });
  return async () => {
    isHolding = false;
    await Promise.all(heldRoutes.splice(0).map((route) => route[end]()));
  };
}
