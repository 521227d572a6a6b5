import type { Locator, Page, Route } from '@playwright/test';

/** Whether what loads in a place says that it is slow, so many milliseconds after it has begun to. */
export function saysSlow(place: Locator, ms: number): Promise<boolean> {
  return place.locator('.slow').evaluate((note, ms) => {
    for (const animation of note.getAnimations()) {
      animation.pause();
      animation.currentTime = ms;
    }
    const isShown = note.checkVisibility({ visibilityProperty: true });
    return isShown && note.getBoundingClientRect().height > 0;
  }, ms);
}

/** Holds requests back. @returns what lets them go on, and all that follow */
export async function holdBack(
  page: Page,
  pattern: string | RegExp,
  end: 'abort' | 'continue' = 'continue',
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let holds = true;
  await page.route(pattern, async (route) => {
    if (holds) held.push(route);
    else await route[end]();
  });
  return async () => {
    holds = false;
    await Promise.all(held.splice(0).map((route) => route[end]()));
  };
}
