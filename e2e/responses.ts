import { expect, type Page } from '@playwright/test';
import type { Site } from './site.ts';

/** Of an article that nobody has responded to. */
export const address = '/blog/a-page-is-a-file';
/** What opens and closes the panel. */
export const bar = (page: Page) => page.getByRole('button', { name: /^Responses/ });
/** The panel of responses. */
export const panel = (page: Page) => page.getByRole('dialog', { name: /^Responses/ });
/** Where a response is written. */
export const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Your comment' });
/** Sends it. */
export const respond = (page: Page) =>
  panel(page).getByRole('button', { name: 'Comment', exact: true });
/** The responses whose text is this. */
export const response = (page: Page, text: string | RegExp) =>
  panel(page).getByRole('article').filter({ hasText: text });

/** Opens the article and its responses. */
export async function openResponses(page: Page, site: Site): Promise<void> {
  await page.goto(site.url + address);
  await bar(page).click();
  await expect(panel(page)).toBeVisible();
  await expect(field(page)).toBeVisible();
}

/** Sends a response. */
export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await respond(page).click();
}
