import type { Page } from '@playwright/test';
import { launchBrowser } from '../api/testing/find-browser.ts';
import type { Bench } from './harness/bench-context.ts';
import { createOwnerClient } from './harness/client.ts';
import { logProgress, type Measure, percentile } from './harness/report.ts';
import { sampleOfWords } from './harness/seed.ts';
import { owner, type RunningServer } from './harness/server.ts';

/** Script for the page before a key press. Sets `keyToPreview`, a promise of the delay in milliseconds. */
const listenForPreview = `window.keyToPreview = new Promise((resolve) => {
  let pressedAt = 0;
  const recordPress = (event) => {
    pressedAt = event.timeStamp;
  };
  document.addEventListener('keydown', recordPress, { once: true, capture: true });
  const observer = new MutationObserver(() => {
    // Changes before the key press belong to an earlier one.
    if (pressedAt === 0) return;
    observer.disconnect();
    resolve(performance.now() - pressedAt);
  });
  const body = document.querySelector('.pane--preview .prose');
  observer.observe(body, { childList: true, subtree: true, characterData: true });
}); 0`;

const WORDS = 5000;
const BAR_MS = 150;

/** Number of keys that are typed into the editor. */
const KEYS = 60;

/**
 * Measures POST /api/preview for a long text, for the first time and after a change of one paragraph, and in
 * Chromium the time from a key in the editor to the changed preview.
 */
export const preview: Bench = {
  title: `Preview of ${WORDS} words`,
  async measure(context) {
    const server = await context.start(await context.site(100));
    const client = createOwnerClient(server);
    await client.signIn();
    const requestPreview = async (markdown: string): Promise<number> => {
      const started = performance.now();
      const { status } = await client.call('POST', '/api/preview', { markdown });
      if (status !== 200) throw new Error(`preview: ${status}`);
      return performance.now() - started;
    };
    logProgress('previewing');
    const cold: number[] = [];
    const warm: number[] = [];
    for (let text = 1; text <= (context.short ? 3 : 10); text += 1) {
      const paragraphs = sampleOfWords(90_000 + text, WORDS).split('\n\n');
      cold.push(await requestPreview(paragraphs.join('\n\n')));
      for (let edit = 1; edit <= 6; edit += 1) {
        const place = Math.floor((paragraphs.length * edit) / 7);
        const changed = paragraphs.toSpliced(place, 0, `One more sentence, number ${edit}.`);
        warm.push(await requestPreview(changed.join('\n\n')));
      }
    }
    logProgress('typing into the editor');
    const { article } = await client.save('POST', '/api/articles', {
      title: 'Written at length',
      markdown: sampleOfWords(91_000, WORDS),
    });
    const keys = context.short ? 10 : KEYS;
    const typed = await typeIntoEditor(server, `/admin/blog/edit/${article._id}`, keys);
    await server.stop();
    return [
      ...describe('first time', cold),
      ...describe('one paragraph changed', warm, BAR_MS),
      ...describe('from a key to the preview, in Chromium', typed, BAR_MS),
    ];
  },
};

function describe(name: string, times: number[], bar?: number): Measure[] {
  return [
    { name: `${name}, median`, value: percentile(times, 0.5), unit: 'ms' },
    {
      name: `${name}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      ...(bar !== undefined && { bar: { atMost: bar } }),
    },
  ];
}

/**
 * Types letters into the text of an article in the editor. Each letter waits for the preview of the one before.
 * @param editPath path of the article in the editor
 * @returns milliseconds from each key to the change of the preview's DOM
 */
async function typeIntoEditor(
  server: Pick<RunningServer, 'siteUrl'>,
  editPath: string,
  keys: number,
): Promise<number[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.siteUrl}/login`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL(`${server.siteUrl}/`);
    await page.goto(server.siteUrl + editPath);
    await page.locator('.pane--preview .prose > *').nth(5).waitFor();
    await page.getByRole('textbox', { name: 'Markdown', exact: true }).click();
    const times: number[] = [];
    for (let key = 0; key < keys; key += 1) times.push(await timeOfKey(page));
    return times;
  } finally {
    await browser.close();
  }
}

async function timeOfKey(page: Page): Promise<number> {
  await page.evaluate(listenForPreview);
  await page.keyboard.press('e');
  return page.evaluate<number>('window.keyToPreview');
}
