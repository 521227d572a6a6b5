import type { Page } from '@playwright/test';
import { expect, readOnlyTest as test } from './support/site.ts';
import { fakeSpeechSynthesis } from './support/speaking-browser.ts';
import { pauseRequests } from './support/waits.ts';

const articlePath = '/blog/the-test-that-writes-itself';
const player = (page: Page) => page.getByRole('group', { name: 'Listen aloud' });
const listenButton = (page: Page) => page.getByRole('button', { name: 'Listen', exact: true });
const playerButton = (page: Page, name: string) => player(page).getByRole('button', { name });
const announcement = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text });
/** Returns the highlighted text that is being spoken. */
const highlightedText = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map(String).join('').trim());

test('an article is read aloud sentence by sentence, and can be paused, resumed and stopped', {
  tag: '@topic',
}, async ({ page, site }) => {
  const voice = await fakeSpeechSynthesis(page);
  await page.goto(site.url + articlePath);
  await listenButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(playerButton(page, 'Pause')).toBeFocused();
  await expect(announcement(page, 'Reading aloud')).toHaveCount(1);
  await expect.poll(voice.spoken).toHaveLength(1);
  const [title] = await voice.spoken();
  expect(title).toEqual({
    text: 'The test that writes itself',
    rate: 0.95,
    lang: 'en-US',
    voice: 'Samantha',
  });

  // Each sentence is highlighted and scrolled into view.
  for (let sentence = 2; sentence <= 12; sentence += 1) {
    await voice.endSentence();
    const all = await voice.spoken();
    expect(all).toHaveLength(sentence);
    const { text } = all.at(-1) ?? { text: '' };
    const visibleText = text.startsWith('Code') ? 'slugify' : text;
    await expect
      .poll(async () => (await highlightedText(page)).replace(/\s+/g, ' '))
      .toContain(visibleText);
    await expect(player(page)).toContainText(`Sentence ${sentence} of`);
  }
  await expect
    .poll(() =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get('spoken') ?? [];
        const { top, bottom } = (range as Range).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    )
    .toBe(true);

  await page.keyboard.press('Enter');
  await expect(playerButton(page, 'Resume')).toBeFocused();
  await expect(announcement(page, 'Paused')).toHaveCount(1);
  expect(await voice.isSpeaking()).toBe(false);
  const before = await voice.spoken();
  await page.keyboard.press('Enter');
  await expect.poll(voice.isSpeaking).toBe(true);
  expect((await voice.spoken()).at(-1)).toEqual(before.at(-1));

  await playerButton(page, 'Back one sentence').click();
  await expect.poll(async () => (await voice.spoken()).at(-1)?.text).toBe(before.at(-2)?.text);
  await playerButton(page, 'Forward one sentence').click();
  await expect.poll(async () => (await voice.spoken()).at(-1)?.text).toBe(before.at(-1)?.text);

  // Leaving the page stops the speech; a later visit can resume it.
  await page.reload();
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  await expect(resume).toBeVisible();
  await expect(page.locator('astro-island[ssr]').filter({ has: resume })).toHaveCount(1);
  await resume.click();
  await expect
    .poll(async () => (await voice.spoken()).map(({ text }) => text))
    .toEqual([before.at(-1)?.text]);
  await expect(player(page)).toContainText('Sentence 12 of');
  await voice.fail('synthesis-failed');
  await expect(page.getByRole('alert')).toContainText('could not read this aloud');
  await playerButton(page, 'Resume').click();
  await expect.poll(voice.isSpeaking).toBe(true);

  await playerButton(page, 'Stop').click();
  await expect(player(page)).toBeHidden();
  await expect(listenButton(page)).toBeFocused();
  expect(await voice.isSpeaking()).toBe(false);
  expect(await highlightedText(page)).toBe('');
  await page.reload();
  await expect(listenButton(page)).toBeVisible();
});

test('a press during which the island is hydrated is not lost', { tag: '@topic' }, async ({
  page,
  site,
}) => {
  const voice = await fakeSpeechSynthesis(page);
  await page.goto(site.url + articlePath);
  await listenButton(page).click();
  await expect.poll(voice.isSpeaking).toBe(true);
  await voice.endSentence();
  const releaseIsland = await pauseRequests(page, '**/Listening.*.js');
  await page.reload();
  await page.getByText('Resume', { exact: true }).hover();
  await page.mouse.down();
  await releaseIsland();
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  // React has replaced the labels of the published page.
  await expect.poll(() => resume.evaluate((button) => button.lastChild?.nodeName)).toBe('#text');
  await page.mouse.up();
  await expect.poll(voice.isSpeaking).toBe(true);
});

test('announces code instead of reading it, and announces the end of the article', {
  tag: '@topic',
}, async ({ page, site }) => {
  const voice = await fakeSpeechSynthesis(page);
  await page.goto(`${site.url}/blog/the-important-reversal`);
  await listenButton(page).click();
  await expect.poll(voice.spoken).toHaveLength(1);
  const total = Number(/of (\d+)/.exec((await player(page).textContent()) ?? '')?.[1]);
  for (let sentence = 1; sentence <= total; sentence += 1) await voice.endSentence();
  await expect(player(page)).toBeHidden();
  await expect(announcement(page, 'The end of the article')).toHaveCount(1);
  const texts = (await voice.spoken()).map(({ text }) => text);
  expect(texts).toHaveLength(total);
  const figures = await page.locator('.prose .code').count();
  expect(figures).toBeGreaterThan(0);
  expect(texts.filter((text) => text === 'Code, not read aloud.')).toHaveLength(figures);
  const spoken = texts.join(' ');
  for (const code of await page.locator('.prose .code pre').allTextContents()) {
    expect(spoken).not.toContain(code.split('\n')[0]);
  }
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(200);
  expect(spoken).not.toMatch(/#|Copy/);
});

test('splits long sentences of a language whose characters are syllables', {
  tag: '@topic',
}, async ({ page, site }) => {
  const voice = await fakeSpeechSynthesis(page);
  await page.goto(site.url + articlePath);
  const sentence = `${'一二三四五六七八九十，'.repeat(12)}完。`;
  await page.evaluate((text) => {
    document.documentElement.lang = 'zh';
    document.querySelector('.prose')?.replaceChildren(document.createElement('p'));
    document.querySelector('.prose p')?.append(text);
  }, sentence);
  await listenButton(page).click();
  await expect.poll(voice.spoken).toHaveLength(1);
  while (await voice.isSpeaking()) await voice.endSentence();
  const parts = (await voice.spoken()).map(({ text }) => text).filter((text) => /一/.test(text));
  expect(parts.join('')).toBe(sentence);
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(60);
});
