import type { Page } from '@playwright/test';
import { type GenerationService, startTextGeneration } from '../api/testing/text-generation.ts';
import { violationsOf } from './support/axe.ts';
import { test as base, expect, signInAsOwner } from './support/site.ts';
import { expectMarkdown, markdownField, writeMarkdown } from './support/writing.ts';

/** Test function with a fake text generation service. */
const test = base.extend<{ generation: GenerationService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  generation: async ({}, use) => {
    const generation = await startTextGeneration();
    await use(generation);
    await generation.close();
  },
  environment: async ({ generation }, use) =>
    // The limit of twenty calls per hour is too low for repeated runs.
    use({ ...generation.environment, RATE_LIMITS: 'false' }),
});

const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the actions of the AI helper by shortcut and chooses one. */
async function requestProposal(page: Page, name: string): Promise<void> {
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+j');
  await page.getByRole('dialog', { name: 'Help with words' }).waitFor();
  await button(page, name).press('Enter');
}

test('the owner accepts, rejects, stops and retries proposals of the AI helper', {
  tag: '@verify',
}, async ({ page, site, generation }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await writeMarkdown(page, 'These are some words.');
  await page.keyboard.press('ControlOrMeta+a');

  // The author can continue to write meanwhile, and the range keeps its place.
  Object.assign(generation, { chunks: ['These are ', 'fewer words.'], pauses: true });
  await requestProposal(page, 'Improve the selection');
  const improving = panel(page, 'Improve the selection');
  await expect(improving).toBeFocused();
  await expect(improving).toContainText('Writing');
  await expect(improving.getByRole('group', { name: 'Changes' })).toContainText('These are');
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('# Up\n\n');
  await expectMarkdown(page, '# Up\n\nThese are some words.');
  generation.goOn();
  await expect(improving).toContainText('Ready: 1 word added, 1 removed');
  await expect(improving.getByRole('deletion')).toHaveText(/some/);
  await expect(improving.getByRole('insertion')).toHaveText(/fewer/);
  await expect(improving).toContainText(/Today \d+ of 100 calls, [\d,]+ of 200,000 tokens/);
  expect(await violationsOf(page)).toEqual([]);
  await improving.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(improving).toBeHidden();
  await expectMarkdown(page, '# Up\n\nThese are fewer words.');

  // One undo reverts an accepted proposal.
  await expect(markdownField(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expectMarkdown(page, '# Up\n\nThese are some words.');

  // Rejecting changes nothing.
  generation.pauses = false;
  await requestProposal(page, 'Shorten the whole text');
  const shortening = panel(page, 'Shorten the whole text');
  await expect(shortening).toContainText('Ready:');
  await shortening.getByRole('button', { name: 'Reject' }).press('Enter');
  await expect(shortening).toBeHidden();
  await expectMarkdown(page, '# Up\n\nThese are some words.');

  // A new request replaces the earlier proposal.
  await requestProposal(page, 'Shorten the whole text');
  await expect(shortening).toContainText('Ready:');

  // Stop also ends the call to the service, and a partial proposal cannot be accepted.
  generation.pauses = true;
  const leftBefore = generation.left;
  await requestProposal(page, 'Improve the whole text');
  const improvingAll = panel(page, 'Improve the whole text');
  await expect(shortening).toBeHidden();
  await expect(improvingAll.getByRole('group', { name: 'Changes' })).toContainText('These are');
  await improvingAll.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(improvingAll).toContainText('Stopped');
  await expect.poll(() => generation.left).toBe(leftBefore + 1);
  await expect(improvingAll.getByRole('button', { name: 'Accept' })).toBeHidden();
  await expect(improvingAll).toBeFocused();

  // A failed retry shows the reason, and Escape returns to the text.
  Object.assign(generation, { pauses: false, faults: ['500'] });
  await improvingAll.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(improvingAll.getByRole('alert')).toContainText(/Error in AI.*has a problem \(500\)/);
  await expect(improvingAll).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(improvingAll).toBeHidden();
  await expect(markdownField(page)).toBeFocused();
  await expectMarkdown(page, '# Up\n\nThese are some words.');

  // The proposal for a field appears below it and can be undone.
  generation.chunks = ['"Words, ', 'and fewer of them"'];
  await page.getByLabel('Title', { exact: true }).fill('Words');
  await button(page, 'Propose a title').press('Enter');
  const proposing = panel(page, 'Propose a title');
  await expect(proposing).toContainText('Ready:');
  await proposing.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Words, and fewer of them');
  await proposing.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Words');

  // The request for the LinkedIn post has the documented parameters.
  await page.getByLabel('LinkedIn', { exact: true }).check();
  await button(page, 'Propose a post for LinkedIn').press('Enter');
  await panel(page, 'Propose a post for LinkedIn').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByLabel('LinkedIn content')).toHaveValue('Words, and fewer of them');
  expect(generation.receivedRequests.at(-1)).toMatchObject({ temperature: 0.7, max_tokens: 64 });

  // Without an API key, there is one button, which explains how to turn the AI helper on.
  await page.route('**/api/admin/ai-helper', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'off' } });
  });
  await button(page, 'Help with words').click();
  const off = page.getByRole('dialog', { name: 'Help with words' });
  await expect(off).toContainText('The AI helper is off.');
  await expect(off).toContainText('TEXT_GENERATION_KEY');
  await expect(button(page, 'Propose a title')).toBeHidden();
  expect(await violationsOf(page)).toEqual([]);
});
