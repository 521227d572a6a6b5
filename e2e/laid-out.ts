import type { Page } from '@playwright/test';

/** Waits until the whole page has a layout, see site/client/render-offscreen.ts. */
export const waitForLayout = (page: Page): Promise<void> =>
  page.locator('html:not([data-top])').waitFor({ state: 'attached' });
