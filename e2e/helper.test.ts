import type { Page } from '@playwright/test';
import { type GenerationService, startTextGeneration } from '../api/testing/text-generation.ts';
import { violationsOf } from './axe.ts';
import { test as base, expect, signInAsOwner } from './site.ts';
import { expectMarkdown, markdownField, writeMarkdown } from './writing.ts';

/** A site that asks a text generation of its own. */
const test = base.extend<{ generation: GenerationService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  generation: async ({}, use) => {
    const generation = await startTextGeneration();
    await use(generation);
    await generation.close();
  },
  environment: async ({ generation }, use) =>
    // Twenty questions an hour are enough for one walk, not for walking it again and again.
    use({ ...generation.environment, RATE_LIMITS: 'false' }),
});

const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens what the helper does with the text, by its key, and chooses one. */
async function askFor(page: Page, name: string): Promise<void> {
  await markdownField(page).focus();
  await page.keyboard.press('ControlOrMeta+j');
  await page.getByRole('dialog', { name: 'Help with words' }).waitFor();
  await button(page, name).press('Enter');
}

test('the owner takes words of the helper or leaves them, and ends it in the middle', {
  tag: '@verify',
}, async ({ page, site, generation }) => {
  await signInAsOwner(page, site);
  await page.goto(`${site.url}/admin/blog/new`);
  await writeMarkdown(page, 'These are some words.');
  await page.keyboard.press('ControlOrMeta+a');

  // While it writes, the text is written on, and the passage keeps its place.
  Object.assign(generation, { pieces: ['These are ', 'fewer words.'], pauses: true });
  await askFor(page, 'Improve the selection');
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

  // What was accepted is one step back.
  await expect(markdownField(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expectMarkdown(page, '# Up\n\nThese are some words.');

  // What is rejected changes nothing.
  generation.pauses = false;
  await askFor(page, 'Shorten the whole text');
  const shortening = panel(page, 'Shorten the whole text');
  await expect(shortening).toContainText('Ready:');
  await shortening.getByRole('button', { name: 'Reject' }).press('Enter');
  await expect(shortening).toBeHidden();
  await expectMarkdown(page, '# Up\n\nThese are some words.');

  // One question takes the place of another.
  await askFor(page, 'Shorten the whole text');
  await expect(shortening).toContainText('Ready:');

  // Stopped in the middle, the call is over at the service, too, and half an answer replaces nothing.
  generation.pauses = true;
  const leftBefore = generation.left;
  await askFor(page, 'Improve the whole text');
  const whole = panel(page, 'Improve the whole text');
  await expect(shortening).toBeHidden();
  await expect(whole.getByRole('group', { name: 'Changes' })).toContainText('These are');
  await whole.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(whole).toContainText('Stopped');
  await expect.poll(() => generation.left).toBe(leftBefore + 1);
  await expect(whole.getByRole('button', { name: 'Accept' })).toBeHidden();
  await expect(whole).toBeFocused();

  // Another try that goes wrong says why, and Escape leads back to the text.
  Object.assign(generation, { pauses: false, faults: ['500'] });
  await whole.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(whole.getByRole('alert')).toContainText(/Error in AI.*has a problem \(500\)/);
  await expect(whole).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(whole).toBeHidden();
  await expect(markdownField(page)).toBeFocused();
  await expectMarkdown(page, '# Up\n\nThese are some words.');

  // A field gets its proposal below itself, and its old words back.
  generation.pieces = ['"Words, ', 'and fewer of them"'];
  await page.getByLabel('Title', { exact: true }).fill('Words');
  await button(page, 'Propose a title').press('Enter');
  const proposing = panel(page, 'Propose a title');
  await expect(proposing).toContainText('Ready:');
  await proposing.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Words, and fewer of them');
  await proposing.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Words');

  // The post for LinkedIn is asked for as documented.
  await page.getByLabel('LinkedIn', { exact: true }).check();
  await button(page, 'Propose a post for LinkedIn').press('Enter');
  await panel(page, 'Propose a post for LinkedIn').getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByLabel('LinkedIn content')).toHaveValue('Words, and fewer of them');
  expect(generation.asked.at(-1)).toMatchObject({ temperature: 0.7, max_tokens: 64 });

  // Without a key on the server there is one button, which says how to turn it on.
  await page.route('**/api/admin/helper', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), state: 'off' } });
  });
  await button(page, 'Help with words').click();
  const off = page.getByRole('dialog', { name: 'Help with words' });
  await expect(off).toContainText('The AI helper is off.');
  await expect(off).toContainText('TEXT_GENERATION_KEY');
  await expect(button(page, 'Propose a title')).toBeHidden();
  expect(await violationsOf(page)).toEqual([]);
});
