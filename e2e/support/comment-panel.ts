import { expect, type Page } from '@playwright/test';
import type { Site } from './site.ts';

/** Path of an article without comments. */
export const articlePath = '/blog/a-page-is-a-file';
/** Button that opens and closes the comment panel. */
export const panelButton = (page: Page) => page.getByRole('button', { name: /^Responses/ });
export const commentPanel = (page: Page) => page.getByRole('dialog', { name: /^Responses/ });
export const commentField = (page: Page) =>
  commentPanel(page).getByRole('textbox', { name: 'Your comment' });
/** Button that submits a comment. */
export const submitButton = (page: Page) =>
  commentPanel(page).getByRole('button', { name: 'Comment', exact: true });
/** Returns the comments that contain a text. */
export const commentWith = (page: Page, text: string | RegExp) =>
  commentPanel(page).getByRole('article').filter({ hasText: text });

/** Opens the article with its comment panel. */
export async function openComments(page: Page, site: Site): Promise<void> {
  await page.goto(site.url + articlePath);
  await panelButton(page).click();
  await expect(commentPanel(page)).toBeVisible();
  await expect(commentField(page)).toBeVisible();
}

/** Submits a comment. */
export async function writeComment(page: Page, text: string): Promise<void> {
  await commentField(page).fill(text);
  await submitButton(page).click();
}
