import { chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../../api/testing/find-browser.ts';
import { owner, type RunningServer } from './server.ts';

/**
 * Types letters into the text of an article in the editor. Each letter waits for the preview of the one before.
 * @param editPath path of the article in the editor
 * @returns milliseconds from each key to the change of the preview's DOM
 */
export async function typeIntoEditor(
  server: Pick<RunningServer, 'siteUrl'>,
  editPath: string,
  keys: number,
): Promise<number[]> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath && { executablePath }),
  });
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

async function timeOfKey(page: Page): Promise<number> {
  await page.evaluate(listenForPreview);
  await page.keyboard.press('e');
  return page.evaluate<number>('window.keyToPreview');
}
