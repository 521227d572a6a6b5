import type { Page } from '@playwright/test';

/** Waits until a page is laid out to its end, see site/client/render-offscreen.ts. */
export const laidOut = (page: Page): Promise<void> =>
  page.locator('html:not([data-top])').waitFor({ state: 'attached' });
